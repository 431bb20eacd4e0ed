#include "source/array_source.hpp"

#include <algorithm>
#include <cmath>

#include "util/text.hpp"
#include "wire/limits.hpp"
#include "wire/number_text.hpp"

namespace mpart {
namespace {

constexpr std::uint64_t kMaxRowBytes = std::uint64_t{64} << 20;

class ArraySource : public Source {
 public:
  ArraySource(ArrayRows features, std::optional<ArrayRows> labels, const SourceOptions& options)
      : features_(std::move(features)),
        labels_(std::move(labels)),
        missing_label_(options.missing_label) {
    if (!is_numeric(features_.format())) {
      bad_input(features_.name(), "text found, numbers expected");
    }
    if (!labels_) return;
    if (labels_->width() != 1) {
      bad_input(labels_->name(),
                "one label a row expected, " + std::to_string(labels_->width()) + " values found");
    }
    if (labels_->count() != features_.count()) {
      bad_input(labels_->name(), counted(labels_->count(), "label") + " found for " +
                                     counted(features_.count(), "row") + " of " + features_.name());
    }
  }

  bool next(Sample& sample) override {
    std::string_view bytes;
    if (!features_.next(bytes)) return false;
    sample.row = features_.row();
    sample.id.clear();
    sample.values.resize(features_.width());
    read_values(features_.format(), bytes, sample.values);
    check_finite(sample);
    read_label_of(sample);
    return true;
  }

  std::size_t width() const override { return features_.width(); }
  std::optional<double> progress() const override { return features_.stream().progress(); }

 private:
  void check_finite(const Sample& sample) const {
    if (features_.format().kind != ArrayFormat::Kind::kFloat) return;
    const auto bad = std::find_if(sample.values.begin(), sample.values.end(),
                                  [](double value) { return !std::isfinite(value); });
    if (bad == sample.values.end()) return;
    std::string text;
    wire::write_number(*bad, text);
    bad_input(features_.name(), sample.row,
              "column " + std::to_string(bad - sample.values.begin() + 1) + ": " + text +
                  " is not finite");
  }

  void read_label_of(Sample& sample) {
    sample.label.clear();
    std::string_view bytes;
    if (!labels_ || !labels_->next(bytes)) return;
    if (!read_label(labels_->format(), bytes, sample.label)) {
      bad_input(labels_->name(), sample.row, "the label is not Unicode");
    }
    if (is_missing(sample.label, missing_label_)) return sample.label.clear();
    if (const std::string problem = wire::problem_of_label(sample.label); !problem.empty()) {
      bad_input(labels_->name(), sample.row, "the label: " + problem);
    }
  }

  ArrayRows features_;
  std::optional<ArrayRows> labels_;
  std::string missing_label_;
};

}  // namespace

ArrayRows::ArrayRows(std::unique_ptr<ByteStream> stream, ArrayFormat format)
    : stream_(std::move(stream)), format_(std::move(format)) {
  const std::vector<std::uint64_t>& shape = format_.shape;
  if (shape.empty()) bad_input(name(), "array without dimensions");
  if (shape[0] == 0) bad_input(name(), "no rows");
  std::uint64_t bytes = format_.item_bytes;
  for (std::size_t i = 1; i < shape.size(); ++i) {
    if (shape[i] == 0) bad_input(name(), "no values in a row");
    if (bytes > kMaxRowBytes / shape[i]) bad_input(name(), "row of more than 64 MiB");
    bytes *= shape[i];
  }
  if (bytes > kMaxRowBytes) bad_input(name(), "row of more than 64 MiB");
  row_bytes_ = static_cast<std::size_t>(bytes);
  const std::optional<std::uint64_t> total = stream_->size();
  if (!total) return;  // compressed: next() will see
  const std::uint64_t found = *total - stream_->position();
  if (found % row_bytes_ == 0 && found / row_bytes_ == count()) return;
  bad_input(name(), counted(count(), "row") + " of " + counted(row_bytes_, "byte") + " expected, " +
                        counted(found, "byte") + " found");
}

bool ArrayRows::next(std::string_view& row) {
  if (row_ == count()) {
    if (!stream_->peek(1).empty()) {
      bad_input(name(), counted(count(), "row") + " expected, more found");
    }
    return false;
  }
  ++row_;
  row = stream_->peek(row_bytes_).substr(0, row_bytes_);
  if (row.size() < row_bytes_) {
    bad_input(name(), row_,
              counted(row_bytes_, "byte") + " expected, " + std::to_string(row.size()) + " found");
  }
  stream_->consume(row_bytes_);
  return true;
}

std::unique_ptr<Source> read_arrays(OpenArray open, std::unique_ptr<ByteStream> features,
                                    std::unique_ptr<ByteStream> labels,
                                    const SourceOptions& options) {
  ArrayRows rows = open(std::move(features));
  std::optional<ArrayRows> label_rows;
  if (labels) label_rows = open(std::move(labels));
  return std::make_unique<ArraySource>(std::move(rows), std::move(label_rows), options);
}

}  // namespace mpart
