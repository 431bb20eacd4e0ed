#include "wire/record_cells.hpp"

#include <algorithm>

#include "util/sanitize_text.hpp"
#include "util/text.hpp"
#include "wire/number_text.hpp"
#include "wire/sample_object.hpp"

namespace mpart::wire {

namespace dom = simdjson::dom;

namespace {

constexpr std::size_t kNamesInMessages = 12;

bool becomes_values(const Column& column) {
  return column.kind == ColumnKind::kNumber || column.kind == ColumnKind::kCategory ||
         column.kind == ColumnKind::kDate;
}

bool is_feature(const Column& column) { return !feature_kind(column.kind).empty(); }

std::string name_of(const Columns& columns, std::size_t column) {
  const std::string& name = columns.all()[column].name;
  return name.empty() ? "column " + std::to_string(column + 1) : shortened(name);
}

// "colour (category)"; what is not said is a number.
std::string title_of(const Columns& columns, std::size_t column) {
  const std::string_view kind = feature_kind(columns.all()[column].kind);
  const bool is_said = !kind.empty() && kind != "number";
  return name_of(columns, column) + (is_said ? " (" + std::string(kind) + ')' : "");
}

// The names of those columns that `take` takes: "a, b, ...".
template <typename Take>
std::string names_text(const Columns& columns, Take take) {
  std::string list;
  std::size_t count = 0;
  for (std::size_t i = 0; i < columns.all().size(); ++i) {
    if (!take(i)) continue;
    if (count > 0) list += ", ";
    if (count++ == kNamesInMessages) return list + "...";
    list += title_of(columns, i);
  }
  return list;
}

}  // namespace

std::string_view feature_kind(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::kNumber:
      return "number";
    case ColumnKind::kCategory:
      return "category";
    case ColumnKind::kDate:
      return "date";
    case ColumnKind::kText:
      return "text";
    default:
      return {};
  }
}

bool write_text(const dom::element& value, std::string& out) {
  switch (value.type()) {
    case dom::element_type::STRING:
      out = std::string_view(value);
      return true;
    case dom::element_type::INT64:
      write_integer(std::int64_t(value), out);
      return true;
    case dom::element_type::UINT64:
      write_integer(std::uint64_t(value), out);
      return true;
    case dom::element_type::DOUBLE:
      write_number(double(value), out);
      return true;
    case dom::element_type::BOOL:
      out = bool(value) ? "true" : "false";
      return true;
    case dom::element_type::NULL_VALUE:
      out.clear();
      return true;
    default:
      return false;
  }
}

std::string expected_text(const Columns* columns, bool texts) {
  if (columns == nullptr || columns->all().empty()) {
    return texts ? "\"text\", a string" : "\"values\", an array of numbers";
  }
  const std::string names =
      names_text(*columns, [&](std::size_t i) { return is_feature(columns->all()[i]); });
  return (columns->named() ? "values of " : "an array for ") + names;
}

void RecordCells::set_columns(const Columns* columns) {
  columns_ = columns;
  places_.clear();
  array_columns_.clear();
  are_numbers_ = true;
  if (columns == nullptr) return;
  const std::vector<Column>& all = columns->all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].name.empty()) places_.try_emplace(all[i].name, i);
    if (becomes_values(all[i])) array_columns_.push_back(i);
    are_numbers_ =
        are_numbers_ && all[i].kind != ColumnKind::kCategory && all[i].kind != ColumnKind::kDate;
  }
  cells_.resize(all.size());
}

void RecordCells::clear() {
  seen_.assign(columns_->all().size(), 0);
  for (std::string& cell : cells_) cell.clear();
  expected_ = 0;
}

// A number of JSON has a point, wherever the column's own cells have a comma.
bool RecordCells::write_cell(std::size_t column, const dom::element& value) {
  std::string& cell = cells_[column];
  if (!write_text(value, cell)) return false;
  const bool has_comma = columns_->all()[column].kind == ColumnKind::kNumber &&
                         columns_->all()[column].form == CellForm::kComma;
  if (has_comma && value.is_number()) std::replace(cell.begin(), cell.end(), '.', ',');
  return true;
}

bool RecordCells::add(std::string_view key, const dom::element& value) {
  const std::vector<Column>& all = columns_->all();
  std::size_t place = expected_;
  if (place >= all.size() || all[place].name != key) {
    const auto found = places_.find(std::string(key));
    if (found == places_.end()) return false;
    place = found->second;
  }
  expected_ = place + 1;
  if (seen_[place] != 0) refuse_sample(quote_key(key) + " found twice");
  seen_[place] = 1;
  if (!write_cell(place, value) && all[place].kind != ColumnKind::kSetAside) {
    wrong_type(quote_key(key) + ": ", "a string, a number, a boolean or null", value);
  }
  return true;
}

void RecordCells::add_element(std::size_t position, const dom::element& value) {
  const std::size_t column = array_columns_[position];
  seen_[column] = 1;
  if (!write_cell(column, value)) {
    wrong_type("value " + std::to_string(position + 1) + ": ",
               "a string, a number, a boolean or null", value);
  }
}

void RecordCells::require_all() const {
  const std::vector<Column>& all = columns_->all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (seen_[i] != 0 || !is_feature(all[i]) || all[i].optional) continue;
    const std::string found = names_text(*columns_, [&](std::size_t c) { return seen_[c] != 0; });
    refuse_sample("no " + quote_key(all[i].name) +
                  "; null is expected for a missing value; found are " +
                  (found.empty() ? "none of the columns" : found) + "; expected are " +
                  expected_text(columns_, false));
  }
}

void RecordCells::encode(Sample& sample) {
  views_.assign(cells_.begin(), cells_.end());
  columns_->encode(views_, sample);
}

void RecordCells::append_shown(std::vector<ShownValue>& out) const {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!is_feature(columns_->all()[i])) continue;
    const std::string& name = columns_->all()[i].name;
    out.push_back({name.empty() ? "column " + std::to_string(i + 1) : name, cells_[i]});
  }
}

}  // namespace mpart::wire
