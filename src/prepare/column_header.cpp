// Whether the first row of a table names its columns.
#include <algorithm>

#include "mpart/columns.hpp"
#include "prepare/cell_text.hpp"
#include "prepare/column_choices.hpp"
#include "prepare/column_survey.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr std::size_t kLongestName = 60;  // bytes; a longer cell is a text

bool is_number_cell(std::string_view cell) {
  double ignored = 0;
  return parse_number(trim(cell), ignored) != NumberState::kNotNumber;
}

std::optional<std::size_t> label_position(const std::vector<std::string>& first,
                                          const ColumnChoices& choices) {
  if (!choices.labelled || first.empty()) return std::nullopt;
  if (choices.label.empty()) return first.size() - 1;
  const auto named = std::find(first.begin(), first.end(), choices.label);
  if (named != first.end() && !is_number_cell(choices.label)) {
    return static_cast<std::size_t>(named - first.begin());
  }
  std::size_t number = 0;
  const bool known = parse_whole(choices.label, number) && number >= 1 && number <= first.size();
  return known ? std::optional(number - 1) : std::nullopt;
}

bool found_below(Columns::Rows rows, std::size_t column) {
  const std::string& cell = rows[0][column];
  return std::any_of(rows.begin() + 1, rows.end(),
                     [&](const auto& row) { return row[column] == cell; });
}

// A word above numbers, or above dates.
bool stands_above(Columns::Rows rows, std::size_t column) {
  const std::string_view cell = trim(rows[0][column]);
  const ColumnSurvey below(rows, column, 1);
  if (below.present() == 0 || is_missing_cell(cell)) return false;
  double ignored = 0;
  if (below.has_numbers()) {
    return parse_cell_number(cell, below.number_form(), ignored) == NumberState::kNotNumber &&
           !is_number_cell(cell);
  }
  return below.has_dates() && !parse_cell_date(cell, below.date_form(), ignored);
}

}  // namespace

bool Columns::is_header(Rows rows, const ColumnChoices& choices) {
  const std::vector<std::string>& first = rows[0];
  const std::optional<std::size_t> label = label_position(first, choices);
  const bool is_called = label && !choices.label.empty() && first[*label] == choices.label;
  if (is_called && !is_number_cell(choices.label)) return true;
  bool has_number = false, has_word = false, is_data = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (is_label_name(first[i]) && !found_below(rows, i)) return true;
    if (i == label || first[i].empty()) continue;
    if (rows.size() > 1 && stands_above(rows, i)) return true;
    (is_number_cell(first[i]) ? has_number : has_word) = true;
    is_data = is_data || first[i].size() > kLongestName ||
              (!is_missing_cell(trim(first[i])) && found_below(rows, i));
  }
  return has_word && !has_number && !is_data;
}

}  // namespace mpart
