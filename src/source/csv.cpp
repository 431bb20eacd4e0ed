#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "source/csv_records.hpp"
#include "source/readers.hpp"
#include "util/text.hpp"
#include "wire/limits.hpp"

namespace mpart {
namespace {

// Keeps a line of nothing but delimiters from taking many times its own memory.
constexpr std::size_t kMaxColumns = std::size_t{1} << 20;
constexpr std::size_t kNamesInMessage = 8;

using Cells = std::span<const std::string_view>;

// Which column of a CSV is what.
struct CsvColumns {
  std::size_t count = 0;
  std::vector<std::string> names;  // empty: there is no header
  std::optional<std::size_t> label, id;
  std::vector<std::size_t> features;  // the other columns, in order

  // How messages call a column: `column 3 (x2)`.
  std::string title(std::size_t column) const {
    std::string title = "column " + std::to_string(column + 1);
    if (!names.empty() && !names[column].empty()) title += " (" + shortened(names[column]) + ")";
    return title;
  }
};

std::optional<std::size_t> find_name(Cells cells, std::string_view name) {
  const auto found = std::find(cells.begin(), cells.end(), name);
  if (found == cells.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cells.begin());
}

// Position of a column given by its 1-based number.
std::optional<std::size_t> find_number(Cells cells, const std::string& text) {
  std::size_t number = 0;
  const bool known = parse_whole(text, number) && number >= 1 && number <= cells.size();
  return known ? std::optional(number - 1) : std::nullopt;
}

bool is_number(std::string_view cell) {
  double ignored = 0;
  return parse_number(trim(cell), ignored) != NumberState::kNotNumber;
}

// A column that is called by a name needs a header, a column that is called by a number does not.
bool is_header(Cells cells, std::optional<std::size_t> label, const std::string& label_column) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i != label && !cells[i].empty() && !is_number(cells[i])) return true;
  }
  if (!label) return false;
  const std::string_view cell = cells[*label];
  return (!cell.empty() && cell == label_column && !is_number(cell)) || cell == "label" ||
         cell == "class" || cell == "target";
}

[[noreturn]] void no_column(const CsvRecords& row, const std::string& wanted, bool header) {
  std::string message = "no column " + in_quotes(wanted) + "; ";
  if (!header) {
    const std::string range = row.count() == 1 ? "1" : "1 to " + std::to_string(row.count());
    bad_input(row.name(), message + "there is no header, columns are " + range);
  }
  message += "columns are ";
  for (std::size_t i = 0; i < row.count(); ++i) {
    if (i > 0) message += ", ";
    if (i == kNamesInMessage) {
      message += "...";
      break;
    }
    message += shortened(row.fields()[i]);
  }
  bad_input(row.name(), message);
}

// Decides from the first row. It is a header if some cell outside the label column is neither empty
// nor a number, or if the label's cell is what the caller or everybody calls a label column.
// Throws Error(kInvalidData) if there is no such label column or no feature.
CsvColumns decide_columns(const CsvRecords& first_row, const SourceOptions& options) {
  const Cells cells = first_row.fields();
  CsvColumns columns;
  columns.count = cells.size();
  if (options.labelled) {
    if (options.label_column.empty()) {
      columns.label = cells.size() - 1;
    } else {
      columns.label = find_name(cells, options.label_column);
      const bool named = columns.label && !is_number(options.label_column);
      if (!named) columns.label = find_number(cells, options.label_column);
    }
  }
  const bool header = is_header(cells, columns.label, options.label_column);
  if (header) {
    columns.names.assign(cells.begin(), cells.end());
    if (options.labelled && !options.label_column.empty()) {
      // A header may call its columns 0, 1, 2: its names come before positions.
      if (const auto named = find_name(cells, options.label_column)) columns.label = named;
    }
    columns.id = find_name(cells, "id");
    if (columns.id == columns.label) columns.id.reset();
  }
  if (options.labelled && !columns.label) no_column(first_row, options.label_column, header);
  for (std::size_t i = 0; i < columns.count; ++i) {
    if (i != columns.label && i != columns.id) columns.features.push_back(i);
  }
  if (columns.features.empty()) {
    bad_input(first_row.name(), counted(columns.count, "column") + " found, at least one feature" +
                                    (options.labelled ? " beside the label" : "") + " expected");
  }
  return columns;
}

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
    check_texts(sample);
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

  void check_texts(const Sample& sample) const {
    const std::string label =
        sample.label.empty() ? std::string() : wire::problem_of_label(sample.label);
    if (!label.empty()) fail(columns_.title(*columns_.label) + ": the label: " + label);
    const std::string id = wire::problem_of_id(sample.id);
    if (!id.empty()) fail(columns_.title(*columns_.id) + ": the id: " + id);
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
