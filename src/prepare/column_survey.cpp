#include "prepare/column_survey.hpp"

#include <algorithm>
#include <cmath>

#include "prepare/cell_text.hpp"

namespace mpart {
namespace {

constexpr std::array<CellForm, 3> kNumberForms{CellForm::kPoint, CellForm::kComma,
                                               CellForm::kGrouped};
constexpr std::array<CellForm, 3> kDateForms{CellForm::kYearFirst, CellForm::kDayFirst,
                                             CellForm::kMonthFirst};
constexpr double kMost = 0.95;  // of the cells are what the column is
constexpr std::size_t kFewCells =
    20;  // too few for such a share: one slip is more than 5 % of them
constexpr std::size_t kManyMeasured = 15;  // different fractional numbers: more than classes have

bool is_cell_number(std::string_view cell, CellForm form) {
  double ignored = 0;
  return parse_cell_number(cell, form, ignored) != NumberState::kNotNumber;
}

std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    words += !space && !inside ? 1 : 0;
    inside = !space;
  }
  return words;
}

}  // namespace

ColumnSurvey::ColumnSurvey(Columns::Rows rows, std::size_t column, std::size_t first)
    : rows_(rows.size() - std::min(first, rows.size())) {
  counts_.reserve(rows_);
  for (std::size_t i = first; i < rows.size(); ++i) look_at(rows[i][column]);
  if (numbers_[kPoint] < present_) {  // most tables have points alone
    for (std::size_t i = first; i < rows.size(); ++i) look_at_forms(rows[i][column]);
  }
  look_at_order(rows, column, first);
}

void ColumnSurvey::look_at(const std::string& cell) {
  const std::string_view text = trim(cell);
  if (is_missing_cell(text)) return;
  if (present_++ == 0) first_present_ = &cell;
  ++counts_[text];
  words_ += count_words(text);
  if (is_cell_number(text, CellForm::kPoint)) ++numbers_[kPoint];
}

void ColumnSurvey::look_at_forms(const std::string& cell) {
  const std::string_view text = trim(cell);
  if (is_missing_cell(text)) return;
  for (const Form form : {kComma, kGrouped}) {
    if (is_cell_number(text, kNumberForms.at(form))) ++numbers_.at(form);
  }
  for (std::size_t i = 0; i < dates_.size(); ++i) {
    double ignored = 0;
    if (parse_cell_date(text, kDateForms.at(i), ignored)) ++dates_.at(i);
  }
}

// Whether the values grow, once it is known how they are written.
void ColumnSurvey::look_at_order(Columns::Rows rows, std::size_t column, std::size_t first) {
  const bool dates = !has_numbers() && has_dates();
  if (!dates && !has_numbers()) {
    grows_ = counts_up_ = false;
    return;
  }
  double last = 0;
  for (std::size_t i = first; i < rows.size(); ++i) {
    const std::string_view cell = trim(rows[i][column]);
    double value = 0;
    const bool known =
        !is_missing_cell(cell) &&
        (dates ? parse_cell_date(cell, date_form(), value)
               : parse_cell_number(cell, number_form(), value) == NumberState::kNumber);
    if (known && value != std::trunc(value)) ++fractions_;
    if (!known || (i > first && value <= last)) grows_ = false;
    if (!known || (i > first && value != last + 1)) counts_up_ = false;
    last = value;
  }
}

bool ColumnSurvey::mostly(std::size_t count) const {
  const double share = present_ < kFewCells ? 0.5 : kMost;
  return count > 0 && static_cast<double>(count) >= share * static_cast<double>(present_);
}

std::size_t ColumnSurvey::numbers() const {
  return *std::max_element(numbers_.begin(), numbers_.end());
}

bool ColumnSurvey::has_numbers() const { return present_ == 0 || mostly(numbers()); }

CellForm ColumnSurvey::number_form() const {
  // A form that reads no more than the point does is not needed.
  const auto best = std::max_element(numbers_.begin(), numbers_.end());
  return kNumberForms.at(static_cast<std::size_t>(best - numbers_.begin()));
}

bool ColumnSurvey::is_comma_ambiguous() const {
  return numbers_[kComma] == numbers_[kGrouped] && numbers_[kComma] > numbers_[kPoint];
}

bool ColumnSurvey::has_comma_decimals() const {
  return mostly(numbers_[kComma]) && numbers_[kComma] > numbers_[kGrouped] &&
         numbers_[kComma] > numbers_[kPoint];
}

bool ColumnSurvey::has_dates() const {
  return present_ > 0 && mostly(*std::max_element(dates_.begin(), dates_.end()));
}

CellForm ColumnSurvey::date_form() const {
  const auto best = std::max_element(dates_.begin(), dates_.end());
  return kDateForms.at(static_cast<std::size_t>(best - dates_.begin()));
}

bool ColumnSurvey::is_day_ambiguous() const {
  return date_form() != CellForm::kYearFirst && dates_[1] == dates_[2];
}

bool ColumnSurvey::is_measured() const {
  return present_ >= kFewCells && has_numbers() && 2 * fractions_ >= present_ &&
         distinct() > kManyMeasured;
}

double ColumnSurvey::words_per_cell() const {
  return present_ == 0 ? 0 : static_cast<double>(words_) / static_cast<double>(present_);
}

std::vector<std::pair<std::string_view, std::size_t>> ColumnSurvey::by_count() const {
  std::vector<std::pair<std::string_view, std::size_t>> sorted(counts_.begin(), counts_.end());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return sorted;
}

bool ColumnSurvey::is_scattered() const {
  const auto sorted = by_count();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < std::min(Columns::kMostLevels, sorted.size()); ++i) {
    kept += sorted[i].second;
  }
  return 2 * kept < present_;
}

std::vector<std::string> ColumnSurvey::levels() const {
  const auto sorted = by_count();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(Columns::kMostLevels, sorted.size()); ++i) {
    names.emplace_back(sorted[i].first);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace mpart
