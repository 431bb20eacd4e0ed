// How the cells of a row become a sample.
#include "mpart/columns.hpp"

#include <algorithm>
#include <limits>

#include "mpart/error.hpp"
#include "prepare/cell_text.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

// One value tells two levels apart. A single level needs one value too: 0 is any other.
std::size_t values_of_category(const Column& column) {
  if (column.has_other) return column.levels.size() + 1;
  return column.levels.size() == 2 ? 1 : column.levels.size();
}

}  // namespace

Columns::Columns(std::vector<Column> columns) : columns_(std::move(columns)) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    named_ = named_ || !column.name.empty();
    const Step step{static_cast<std::uint32_t>(i), column.kind, column.form};
    switch (column.kind) {
      case ColumnKind::kNumber:
      case ColumnKind::kDate:
        steps_.push_back(step);
        ++width_;
        break;
      case ColumnKind::kCategory:
        steps_.push_back(step);
        width_ += values_of_category(column);
        break;
      case ColumnKind::kText:
        texts_.push_back(i);
        break;
      case ColumnKind::kId:
        id_ = i;
        break;
      case ColumnKind::kLabel:
        label_ = i;
        break;
      case ColumnKind::kSetAside:
        break;
    }
  }
}

std::optional<std::size_t> Columns::find(std::string_view name) const {
  const auto found = std::find_if(columns_.begin(), columns_.end(),
                                  [&](const Column& column) { return column.name == name; });
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

void Columns::encode(Cells cells, Sample& sample) const {
  sample.id.assign(id_ ? cells[*id_] : std::string_view());
  sample.label.assign(label_ ? cells[*label_] : std::string_view());
  sample.text.clear();
  for (const std::size_t column : texts_) {
    if (is_missing_cell(trim(cells[column]))) continue;
    if (!sample.text.empty()) sample.text += '\n';
    sample.text += cells[column];
  }
  sample.values.clear();
  encode(cells, sample.values);
}

void Columns::encode(Cells cells, std::vector<double>& values) const {
  values.reserve(values.size() + width_);
  for (const Step& step : steps_) {
    const std::string_view cell = cells[step.column];
    double value = 0;
    if (step.kind == ColumnKind::kNumber && step.form == CellForm::kPoint &&
        parse_number(cell, value) == NumberState::kNumber) {
      values.push_back(value);
    } else {
      encode_slowly(step, trim(cell), values);  // inside quotes a cell has kept its spaces
    }
  }
}

void Columns::encode_cell(std::size_t column, std::string_view cell,
                          std::vector<double>& values) const {
  const ColumnKind kind = columns_[column].kind;
  if (kind != ColumnKind::kNumber && kind != ColumnKind::kCategory && kind != ColumnKind::kDate) {
    return;
  }
  encode_slowly({static_cast<std::uint32_t>(column), kind, columns_[column].form}, trim(cell),
                values);
}

void Columns::encode_slowly(const Step& step, std::string_view cell,
                            std::vector<double>& values) const {
  if (step.kind == ColumnKind::kCategory) return append_levels(columns_[step.column], cell, values);
  double value = kMissing;
  if (!is_missing_cell(cell)) {
    const auto refuse = [&](const char* problem) {
      throw invalid_data(title(step.column) + ": " + in_quotes(cell) + problem);
    };
    if (step.kind == ColumnKind::kDate) {
      if (!parse_cell_date(cell, step.form, value)) refuse(" is not a date like the others");
    } else {
      const NumberState state = parse_cell_number(cell, step.form, value);
      if (state == NumberState::kNotFinite) refuse(" is not finite");
      if (state != NumberState::kNumber) refuse(" is not a number");
    }
  }
  values.push_back(value);
}

void Columns::append_levels(const Column& column, std::string_view cell,
                            std::vector<double>& values) const {
  const std::size_t count = values_of_category(column);
  if (is_missing_cell(cell)) {
    values.insert(values.end(), count, kMissing);
    return;
  }
  const auto found = std::find(column.levels.begin(), column.levels.end(), cell);
  const auto level = static_cast<std::size_t>(found - column.levels.begin());
  if (count == 1 && column.levels.size() == 2) {
    // Neither of two levels: as good as missing.
    values.push_back(level == 2 ? kMissing : static_cast<double>(level));
    return;
  }
  values.insert(values.end(), count, 0);
  if (level < count) values[values.size() - count + level] = 1;
}

std::vector<std::string> Columns::value_names() const {
  std::vector<std::string> names;
  names.reserve(width_);
  for (const Step& step : steps_) {
    const Column& column = columns_[step.column];
    const std::string name =
        column.name.empty() ? "column " + std::to_string(step.column + 1) : column.name;
    if (column.kind != ColumnKind::kCategory) {
      names.push_back(name);
      continue;
    }
    const bool single = column.levels.size() == 2 && !column.has_other;
    for (std::size_t i = single ? 1 : 0; i < column.levels.size(); ++i) {
      names.push_back(name + "=" + column.levels[i]);
    }
    if (column.has_other) names.push_back(name + "=other");
  }
  return names;
}

std::vector<std::size_t> Columns::origins() const {
  std::vector<std::size_t> origins;
  origins.reserve(width_);
  for (const Step& step : steps_) {
    const bool one = step.kind != ColumnKind::kCategory;
    origins.insert(origins.end(), one ? 1 : values_of_category(columns_[step.column]), step.column);
  }
  return origins;
}

std::string Columns::title(std::size_t column) const {
  std::string title = "column " + std::to_string(column + 1);
  const std::string& name = columns_[column].name;
  if (!name.empty()) title += " (" + shortened(name) + ")";
  return title;
}

}  // namespace mpart
