#include "cli/datasets.hpp"

#include <algorithm>
#include <filesystem>

#include "mpart/error.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;

const std::vector<Dataset>& table() {
  static const std::vector<Dataset> datasets_of_the_paper = {
      {"fashion-mnist",
       "28 x 28 pictures of clothing, 10 classes, 60,000 + 10,000",
       {"train-images-idx3-ubyte"},
       {"t10k-images-idx3-ubyte"},
       "/usr/share/datasets/fashion-mnist",
       "apt-get install dataset-fashion-mnist, or github.com/zalandoresearch/fashion-mnist",
       false,
       {},
       {},
       "the embedder is an MLP, not a CNN"},
      {"emnist-letters",
       "28 x 28 pictures of letters, 26 classes, 124,800 + 20,800",
       {"emnist-letters-train-images-idx3-ubyte"},
       {"emnist-letters-test-images-idx3-ubyte"},
       "",
       "www.nist.gov/itl/products-and-services/emnist-dataset (binary format, gzip.zip)",
       true,
       {},
       {},
       "a balanced split of our own, 42,640 + 7,800, unless the official files are used; the "
       "embedder is an MLP, not a CNN"},
      {"cifar-10",
       "32 x 32 colour pictures, 10 classes, 50,000 + 10,000",
       {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
        "data_batch_5.bin"},
       {"test_batch.bin"},
       "",
       "www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
       false,
       {"cifar10-resnet50-pca128-train-x.npy"},
       {"cifar10-resnet50-pca128-test-x.npy"},
       "features of an ImageNet ResNet-50 (128 principal components) instead of BYOL's"},
      {"mouse-retina",
       "50 principal components of single cells, 12 classes, 44,808",
       {"mouse-retina-x.npy"},
       {},
       "",
       "file.biolab.si/opentsne/macosko_2015.pkl.gz, then scripts/unpack_retina "
       "macosko_2015.pkl.gz"},
      {"worm-neurons",
       "50 principal components of single cells, 10 classes, 3,349 + 837; not in the paper",
       {"worm-neurons-train-x.npy"},
       {"worm-neurons-test-x.npy"},
       "",
       "github.com/ttgump/scDeepCluster, as 50 principal components",
       false,
       {},
       {},
       "not in the paper: in place of the retina data, which may not be passed on"},
      {"mouse-bladder",
       "50 principal components of single cells, 16 classes, 1,680 + 420; not in the paper",
       {"mouse-bladder-train-x.npy"},
       {"mouse-bladder-test-x.npy"},
       "",
       "github.com/ttgump/scDeepCluster, as 50 principal components",
       false,
       {},
       {},
       "not in the paper: in place of the retina data, which may not be passed on"},
  };
  return datasets_of_the_paper;
}

}  // namespace

std::span<const Dataset> datasets() { return table(); }

const Dataset& find_dataset(std::string_view name) {
  std::string names;
  for (const Dataset& dataset : datasets()) {
    if (dataset.name == name) return dataset;
    names.append(names.empty() ? "" : ", ").append(dataset.name);
  }
  throw Error(ErrorKind::kBadUse, "no dataset \"" + std::string(name) + "\"; there are " + names);
}

std::vector<std::string> folders_of(const Dataset& dataset, const std::string& folder) {
  const fs::path base = folder.empty() ? "data" : folder;
  std::vector<std::string> folders = {(base / dataset.name).string(), base.string()};
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
