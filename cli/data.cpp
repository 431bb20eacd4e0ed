#include <cmath>
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/datasets.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "mpart/source.hpp"
#include "util/random.hpp"

namespace mpart {

namespace {

class DataListCommand : public Command {
 public:
  explicit DataListCommand(CLI::App* app) : Command(app) {
    app->add_option("--data", folder_, "folder to look in first (default: ./data)")
        ->envname("MPART_DATA");
  }

  int run() override {
    for (const Dataset& dataset : datasets()) {
      if (!dataset.variant_of.empty()) continue;  // its files are in the list
      const std::vector<std::string> folders = folders_of(dataset, folder_);
      std::vector<std::string> names = dataset.train;
      names.insert(names.end(), dataset.test.begin(), dataset.test.end());
      const std::vector<std::string> found = find_files(folders, names);
      std::cout << dataset.name << ": " << dataset.what << '\n';
      Table table;
      if (found.empty()) {
        table.add("not found in", joined(folders));
        table.add("files", joined(names));
        table.add("get it", dataset.how_to_get);
      } else {
        table.add("found in", std::filesystem::path(found[0]).parent_path().string());
      }
      std::cout << table.text() << '\n';
    }
    return kExitDone;
  }

 private:
  std::string folder_;
};

// Turns a square picture that is stored column by column the right way.
void transpose(std::vector<double>& picture) {
  const auto side =
      static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(picture.size()))));
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = row + 1; column < side; ++column) {
      std::swap(picture[row * side + column], picture[column * side + row]);
    }
  }
}

class DataConvertCommand : public Command {
 public:
  explicit DataConvertCommand(CLI::App* app) : Command(app) {
    app->add_option("NAME", name_, "name of the dataset, see mpart data")->required();
    app->add_option("--data", folder_, "folder with its files")->envname("MPART_DATA");
    app->add_option(
           "--out", out_,
           "folder for NAME-train-x.npy, NAME-train-y.npy, NAME-test-x.npy, NAME-test-y.npy")
        ->required();
    app->add_option("--seed", seed_,
                    "seed of the draw of test samples, for a dataset without a test part")
        ->check(whole_number(0));
  }

  int run() override {
    const Dataset& dataset = find_dataset(name_);
    if (!dataset.variant_of.empty()) {
      throw invalid_argument(name_ + " has the pictures of " + dataset.variant_of +
                             ": convert those");
    }
    const std::vector<std::string> folders = folders_of(dataset, folder_);
    const std::vector<std::string> train = find_files(folders, dataset.train);
    if (train.empty()) {
      throw invalid_data(name_ + ": not found in " + joined(folders) +
                         "; get it: " + dataset.how_to_get);
    }
    std::filesystem::create_directories(out_);
    if (dataset.test.empty()) {
      split(train[0]);
    } else {
      convert(train, "train", dataset.transposed);
      convert(find_files(folders, dataset.test), "test", dataset.transposed);
    }
    return kExitDone;
  }

 private:
  // One half of a dataset on its way to disk.
  class Part {
   public:
    Part(const std::string& base, std::size_t width) : base_(base), file_(base + "-x.npy", width) {}
    void add(const Sample& sample) {
      file_.add(sample.values);
      labels_.push_back(sample.label);
    }
    void commit() {
      file_.commit();
      write_npy_labels(base_ + "-y.npy", labels_);
      std::cout << base_ << "-x.npy, -y.npy: " << grouped(labels_.size()) << " samples\n";
    }

   private:
    std::string base_;
    NpyFile file_;
    std::vector<std::string> labels_;
  };

  std::string base(const std::string& part) const {
    return (std::filesystem::path(out_) / (name_ + "-" + part)).string();
  }

  void convert(const std::vector<std::string>& files, const std::string& part, bool transposed) {
    if (files.empty()) {
      throw not_found(name_ + ": its " + part + " files are missing");
    }
    std::unique_ptr<Part> out;
    for (const std::string& path : files) {
      const auto source = open_source(path);
      if (!out) out = std::make_unique<Part>(base(part), source->width());
      for (Sample sample; source->next(sample);) {
        if (transposed) transpose(sample.values);
        out->add(sample);
      }
    }
    out->commit();
  }

  void split(const std::string& path) {
    const auto source = open_source(path);
    Part train(base("train"), source->width());
    Part test(base("test"), source->width());
    Random random(seed_);
    for (Sample sample; source->next(sample);) {
      (random.uniform() < kTestShare ? test : train).add(sample);
    }
    train.commit();
    test.commit();
  }

  std::string name_, folder_, out_;
  std::uint64_t seed_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_data(CLI::App* app) { return std::make_unique<DataListCommand>(app); }

std::unique_ptr<Command> make_data_convert(CLI::App* app) {
  return std::make_unique<DataConvertCommand>(app);
}

}  // namespace mpart
