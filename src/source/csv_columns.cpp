#include "source/csv_columns.hpp"

#include <algorithm>
#include <charconv>

#include "source/cell.hpp"
#include "source/message.hpp"

namespace mpart {
namespace {

using Cells = std::span<const std::string_view>;

constexpr std::size_t kNamesInMessage = 8;

std::optional<std::size_t> find_name(Cells cells, std::string_view name) {
  const auto found = std::find(cells.begin(), cells.end(), name);
  if (found == cells.end()) return std::nullopt;
  return static_cast<std::size_t>(found - cells.begin());
}

// Position of a column given by its 1-based number.
std::optional<std::size_t> find_number(Cells cells, const std::string& text) {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < 1 || number > cells.size()) {
    return std::nullopt;
  }
  return number - 1;
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

}  // namespace

std::string CsvColumns::title(std::size_t column) const {
  std::string title = "column " + std::to_string(column + 1);
  if (!names.empty() && !names[column].empty()) title += " (" + shortened(names[column]) + ")";
  return title;
}

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

}  // namespace mpart
