#include "cli/datasets.hpp"

#include <algorithm>
#include <filesystem>

#include "mpart/error.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;

constexpr const char* kCellsFrom = "github.com/ttgump/scDeepCluster, as 50 principal components";
constexpr const char* kCellsDiffer =
    "not in the paper: in place of the retina data, which may not be passed on";

// The same files, with a map of gradients.
Dataset with_gradients(Dataset dataset) {
  dataset.variant_of = dataset.name;
  dataset.name += "-gradients";
  dataset.what += "; by gradients";
  dataset.differs += ", and sees gradients, not pixels";
  dataset.seen = embed::Features::kGradients;
  return dataset;
}

// The same pictures, by the features of another network.
Dataset with_lite2(Dataset dataset) {
  dataset.variant_of = dataset.name;
  dataset.name += "-lite2";
  dataset.what += "; by features of EfficientNet-Lite2";
  dataset.how_to_get = "bench/embed/cifar_pictures and mpart embed apply, see docs/data.md";
  dataset.features = {"cifar10-efficientnet-lite2-train-x.npy"};
  dataset.test_features = {"cifar10-efficientnet-lite2-test-x.npy"};
  dataset.differs = "features of an ImageNet EfficientNet-Lite2 instead of BYOL's";
  dataset.seen = embed::Features::kUnit;
  return dataset;
}

std::vector<Dataset> make_datasets() {
  std::vector<Dataset> made = {
      {.name = "fashion-mnist",
       .what = "28 x 28 pictures of clothing, 10 classes, 60,000 + 10,000",
       .train = {"train-images-idx3-ubyte"},
       .test = {"t10k-images-idx3-ubyte"},
       .package_folder = "/usr/share/datasets/fashion-mnist",
       .how_to_get =
           "apt-get install dataset-fashion-mnist, or github.com/zalandoresearch/fashion-mnist",
       .differs = "the embedder is an MLP, not a CNN"},
      {.name = "emnist-letters",
       .what = "28 x 28 pictures of letters, 26 classes, 124,800 + 20,800",
       .train = {"emnist-letters-train-images-idx3-ubyte"},
       .test = {"emnist-letters-test-images-idx3-ubyte"},
       .how_to_get =
           "www.nist.gov/itl/products-and-services/emnist-dataset (binary format, gzip.zip)",
       .transposed = true,
       .differs =
           "a balanced split of our own, 42,640 + 7,800, unless the official files are used; the "
           "embedder is an MLP, not a CNN"},
      {.name = "cifar-10",
       .what = "32 x 32 colour pictures, 10 classes, 50,000 + 10,000",
       .train = {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                 "data_batch_5.bin"},
       .test = {"test_batch.bin"},
       .how_to_get = "www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
       .features = {"cifar10-resnet50-pca128-train-x.npy"},
       .test_features = {"cifar10-resnet50-pca128-test-x.npy"},
       .differs = "features of an ImageNet ResNet-50 (128 principal components) instead of BYOL's"},
      {.name = "mouse-retina",
       .what = "50 principal components of single cells, 12 classes, 44,808",
       .train = {"mouse-retina-x.npy"},
       .how_to_get = "file.biolab.si/opentsne/macosko_2015.pkl.gz, then scripts/unpack_retina "
                     "macosko_2015.pkl.gz"},
      {.name = "worm-neurons",
       .what = "50 principal components of single cells, 10 classes, 3,349 + 837; not in the paper",
       .train = {"worm-neurons-train-x.npy"},
       .test = {"worm-neurons-test-x.npy"},
       .how_to_get = kCellsFrom,
       .differs = kCellsDiffer},
      {.name = "mouse-bladder",
       .what = "50 principal components of single cells, 16 classes, 1,680 + 420; not in the paper",
       .train = {"mouse-bladder-train-x.npy"},
       .test = {"mouse-bladder-test-x.npy"},
       .how_to_get = kCellsFrom,
       .differs = kCellsDiffer},
  };
  const Dataset fashion = made[0], letters = made[1], cifar = made[2];
  made.push_back(with_gradients(fashion));
  made.push_back(with_gradients(letters));
  made.push_back(with_lite2(cifar));
  return made;
}

}  // namespace

std::span<const Dataset> datasets() {
  static const std::vector<Dataset> known = make_datasets();
  return known;
}

const Dataset& find_dataset(std::string_view name) {
  std::string names;
  for (const Dataset& dataset : datasets()) {
    if (dataset.name == name) return dataset;
    names.append(names.empty() ? "" : ", ").append(dataset.name);
  }
  throw not_found("no dataset \"" + std::string(name) + "\"; there are " + names);
}

std::vector<std::string> folders_of(const Dataset& dataset, const std::string& folder) {
  const fs::path base = folder.empty() ? "data" : folder;
  const std::string& name = dataset.variant_of.empty() ? dataset.name : dataset.variant_of;
  std::vector<std::string> folders = {(base / name).string(), base.string()};
  if (!dataset.package_folder.empty()) folders.push_back(dataset.package_folder);
  return folders;
}

bool is_synthetic(const std::string& name) { return name.starts_with("synthetic:"); }

std::vector<std::string> find_files(const std::vector<std::string>& folders,
                                    const std::vector<std::string>& names) {
  if (std::all_of(names.begin(), names.end(), is_synthetic)) return names;
  for (const std::string& folder : folders) {
    std::vector<std::string> found;
    for (const std::string& name : names) {
      for (const char* const ending : {"", ".gz"}) {
        const std::string path = (fs::path(folder) / (name + ending)).string();
        if (fs::exists(path)) {
          found.push_back(path);
          break;
        }
      }
    }
    if (found.size() == names.size()) return found;
  }
  return {};
}

}  // namespace mpart
