#include "source/cell.hpp"
#include "source/csv_columns.hpp"
#include "source/csv_records.hpp"
#include "source/message.hpp"
#include "source/readers.hpp"

namespace mpart {
namespace {

// Keeps a line of nothing but delimiters from taking many times its own memory.
constexpr std::size_t kMaxColumns = std::size_t{1} << 20;

class CsvSource : public Source {
 public:
  CsvSource(std::unique_ptr<ByteStream> stream, const SourceOptions& options)
      : records_(std::move(stream)), missing_label_(options.missing_label) {
    records_.limit(kMaxColumns);
    if (!records_.next()) bad_input(records_.name(), "no rows");
    if (records_.count() > kMaxColumns) {
      bad_input(records_.name(), records_.line(),
                counted(records_.count(), "column") + " found, at most " +
                    std::to_string(kMaxColumns) + " expected");
    }
    columns_ = decide_columns(records_, options);
    records_.limit(columns_.count);
    if (!columns_.names.empty() && !records_.next()) bad_input(records_.name(), "no rows");
  }

  bool next(Sample& sample) override {
    if (!row_waits_ && !records_.next()) return false;
    row_waits_ = false;
    if (records_.count() != columns_.count) {
      fail(counted(columns_.count, "value") + " expected, " + std::to_string(records_.count()) +
           " found");
    }
    const std::span<const std::string_view> fields = records_.fields();
    sample.row = records_.line();
    sample.id.assign(columns_.id ? fields[*columns_.id] : std::string_view());
    sample.label.assign(columns_.label ? fields[*columns_.label] : std::string_view());
    if (is_missing(sample.label, missing_label_)) sample.label.clear();
    sample.values.resize(columns_.features.size());
    double* value = sample.values.data();
    for (const std::size_t column : columns_.features) {
      const NumberState state = parse_number(fields[column], *value++);
      if (state != NumberState::kNumber) read_again(column, fields[column], *(value - 1), state);
    }
    return true;
  }

  std::size_t width() const override { return columns_.features.size(); }
  std::optional<double> progress() const override { return records_.stream().progress(); }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    bad_input(records_.name(), records_.line(), what);
  }

  // Inside quotes a field has kept its spaces; a number may do without them.
  void read_again(std::size_t column, std::string_view field, double& value,
                  NumberState state) const {
    if (state == NumberState::kNotNumber) state = parse_number(trim(field), value);
    if (state == NumberState::kNumber) return;
    fail(columns_.title(column) + ": " + in_quotes(field) +
         (state == NumberState::kNotFinite ? " is not finite" : " is not a number"));
  }

  CsvRecords records_;
  std::string missing_label_;
  CsvColumns columns_;
  bool row_waits_ = true;  // the first row of data was read to see that there is one
};

}  // namespace

std::unique_ptr<Source> read_csv(std::unique_ptr<ByteStream> stream, const SourceOptions& options) {
  return std::make_unique<CsvSource>(std::move(stream), options);
}

}  // namespace mpart
