#include "cli/data_options.hpp"

#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "mpart/error.hpp"
#include "prepare/picture_list.hpp"
#include "util/random.hpp"

namespace mpart {

namespace {

class ShuffledSource : public Source {
 public:
  ShuffledSource(Source& source, std::uint64_t seed) : width_(source.width()) {
    Sample sample;
    while (source.next(sample)) samples_.push_back(sample);
    Random random(seed);
    mpart::shuffle(samples_, random);
  }

  bool next(Sample& sample) override {
    if (given_ == samples_.size()) return false;
    sample = samples_[given_++];
    return true;
  }
  std::size_t width() const override { return width_; }
  std::optional<double> progress() const override {
    return samples_.empty() ? 1
                            : static_cast<double>(given_) / static_cast<double>(samples_.size());
  }

 private:
  std::size_t width_;
  std::vector<Sample> samples_;
  std::size_t given_ = 0;
};

}  // namespace

void DataOptions::add_to(CLI::App& command) {
  command.add_option("--label-column", source.label_column,
                     "name or number of the label column (default: the last; \"label\" in JSONL)");
  command.add_option("--labels", source.labels_file,
                     "labels of NPY or IDX data (default: the file beside it)");
  command.add_option(
      "--missing-label", source.missing_label,
      "text that means \"no label\", in addition to the empty text, ?, NaN and null");
  command.add_flag("--unlabelled", unlabelled, "the data has no label column");
  embedding.add_to(command);
}

std::unique_ptr<Source> DataOptions::open_rows(const std::string& data, bool labelled) {
  if (embed::is_picture_data(data)) return embedding.read_pictures(data);
  if (unlabelled && !source.label_column.empty()) {
    throw invalid_argument("--unlabelled and --label-column exclude each other");
  }
  SourceOptions options = source;
  options.labelled = labelled && !unlabelled;
  options.stop = interrupted;
  return embedding.apply_window(open_source(data, options), /*by_id=*/false);
}

std::unique_ptr<Source> DataOptions::open(const std::string& data) {
  return embedding.given() ? open_for(data, 0) : open_rows(data, true);
}

std::unique_ptr<Source> DataOptions::open_for(const std::string& data, std::size_t width) {
  std::unique_ptr<Source> rows = open_rows(data, true);
  const std::size_t wanted = embedding.input_width(width);
  if (rows->width() + 1 == wanted && data != "-" && source.label_column.empty()) {
    rows = open_rows(data, false);
  }
  std::unique_ptr<Source> opened = embedding.apply(std::move(rows));
  if (width != 0 && opened->width() != width) {
    throw invalid_data(data + ": " + std::to_string(width) + " values a sample expected, " +
                       std::to_string(opened->width()) + " found");
  }
  return opened;
}

std::unique_ptr<Source> shuffled(std::unique_ptr<Source> source, std::uint64_t seed) {
  return std::make_unique<ShuffledSource>(*source, seed);
}

}  // namespace mpart
