#include "cli/data_options.hpp"

#include <utility>
#include <vector>

#include "cli/interrupt.hpp"
#include "mpart/error.hpp"
#include "util/random.hpp"

namespace mpart {

namespace {

class ShuffledSource : public Source {
 public:
  ShuffledSource(Source& source, std::uint64_t seed) : width_(source.width()) {
    Sample sample;
    while (source.next(sample)) samples_.push_back(sample);
    Random random(seed);
    for (std::size_t i = samples_.size(); i > 1; --i) {
      std::swap(samples_[i - 1], samples_[random.below(i)]);
    }
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
  command.add_option("--missing-label", source.missing_label,
                     "one more spelling of \"no label\" beside the empty one, ?, NaN and null");
  command.add_flag("--unlabelled", unlabelled, "the data has no label column");
}

std::unique_ptr<Source> DataOptions::open(const std::string& data) const {
  if (unlabelled && !source.label_column.empty()) {
    throw Error(ErrorKind::kBadUse, "--unlabelled and --label-column exclude each other");
  }
  SourceOptions options = source;
  options.labelled = !unlabelled;
  options.stop = interrupted;
  return open_source(data, options);
}

std::unique_ptr<Source> DataOptions::open_for(const std::string& data, std::size_t width) const {
  std::unique_ptr<Source> opened = open(data);
  if (opened->width() + 1 == width && data != "-" && source.label_column.empty()) {
    SourceOptions options = source;
    options.labelled = false;
    opened = open_source(data, options);
  }
  require_width(*opened, data, width);
  return opened;
}

void require_width(const Source& source, const std::string& data, std::size_t width) {
  if (source.width() == width) return;
  throw Error(ErrorKind::kBadInput, data + ": " + std::to_string(width) +
                                        " values a sample expected, " +
                                        std::to_string(source.width()) + " found");
}

std::unique_ptr<Source> shuffled(std::unique_ptr<Source> source, std::uint64_t seed) {
  return std::make_unique<ShuffledSource>(*source, seed);
}

}  // namespace mpart
