// What the columns of a table are, by its first rows.
#include <algorithm>

#include "mpart/columns.hpp"
#include "mpart/error.hpp"
#include "prepare/column_choices.hpp"
#include "prepare/column_reasons.hpp"
#include "prepare/column_survey.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr double kWordsOfAText = 3;  // a cell, on the mean
bool looks_like_text(const ColumnSurvey& survey) {
  if (2 * survey.distinct() <= survey.present()) {
    return survey.words_per_cell() >= kWordsOfAText && survey.distinct() > Columns::kMostLevels &&
           survey.is_scattered();
  }
  // Nearly every cell differs: a sentence is a text whatever there are of it, a name if many.
  return survey.words_per_cell() >= kWordsOfAText ||
         (survey.has_spaces() && survey.distinct() > Columns::kMostLevels);
}

void make_category(const ColumnSurvey& survey, Column& column) {
  column.kind = ColumnKind::kCategory;
  column.levels = survey.levels();
  column.has_other = survey.distinct() > column.levels.size();
}

[[noreturn]] void refuse_column(const std::string& title, const std::string& what) {
  throw invalid_data(title + ": " + what);
}

CellForm form_of_numbers(const ColumnSurvey& survey, const std::string& title,
                         std::optional<CellForm> comma_form) {
  if (survey.present() == 0 || !survey.is_comma_ambiguous()) return survey.number_form();
  if (!comma_form) {
    refuse_column(title, in_quotes(survey.first_present()) +
                             " may have a decimal comma or a group of thousands; say "
                             "--kind NAME=number-comma or NAME=number-grouped");
  }
  return *comma_form;
}

CellForm form_of_dates(const ColumnSurvey& survey, const std::string& title) {
  if (survey.is_day_ambiguous()) {
    refuse_column(title, in_quotes(survey.first_present()) +
                             " may have the day first or the month first, as every date seen; say "
                             "--kind NAME=date-dmy or NAME=date-mdy");
  }
  return survey.date_form();
}

GivenKind guess_kind(const ColumnSurvey& survey) {
  if (survey.has_numbers()) return {ColumnKind::kNumber, {}};
  if (survey.has_dates()) return {ColumnKind::kDate, {}};
  return {looks_like_text(survey) ? ColumnKind::kText : ColumnKind::kCategory, {}};
}

// Fills what belongs to the kind.
void complete(const ColumnSurvey& survey, const std::string& title, const GivenKind& kind,
              std::optional<CellForm> comma_form, Column& column) {
  column.kind = kind.kind;
  if (kind.form) {
    column.form = *kind.form;
  } else if (kind.kind == ColumnKind::kNumber) {
    column.form = form_of_numbers(survey, title, comma_form);
  } else if (kind.kind == ColumnKind::kDate) {
    column.form = form_of_dates(survey, title);
  }
  if (kind.kind != ColumnKind::kCategory) return;
  if (survey.present() == 0) refuse_column(title, "every cell seen is missing: not a category");
  make_category(survey, column);
}

// Keeps numbers that were set aside if nothing else is left: they are all there is. Below a header
// a column without a name is an index.
std::size_t keep_numbers(std::vector<Column>& columns, bool named) {
  std::size_t kept = 0;
  for (Column& column : columns) {
    if (column.kind != ColumnKind::kNumber || column.reason == "always missing") continue;
    if (named && column.name.empty()) continue;
    column.reason.clear();
    ++kept;
  }
  return kept;
}

}  // namespace

Columns Columns::infer(std::span<const std::string> names, Rows rows,
                       const ColumnChoices& choices) {
  const std::size_t count = rows.front().size();
  const ColumnPlan plan(names, count, choices);
  std::vector<ColumnSurvey> surveys;
  surveys.reserve(count);
  std::optional<CellForm> comma_form;
  if (choices.comma_delimited) comma_form = CellForm::kGrouped;
  for (std::size_t i = 0; i < count; ++i) {
    surveys.emplace_back(rows, i);
    if (!comma_form && surveys[i].has_comma_decimals()) comma_form = CellForm::kComma;
  }
  std::vector<Column> columns(count);
  std::size_t features = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Column& column = columns[i];
    if (!names.empty()) column.name = names[i];
    if (plan.assign(i, column)) continue;
    complete(surveys[i], plan.title(i), plan.kind(i).value_or(guess_kind(surveys[i])), comma_form,
             column);
    if (!plan.is_wanted(i)) column.reason = reason_to_set_aside(surveys[i], column);
    features += column.reason.empty() ? 1 : 0;
  }
  if (features == 0 && keep_numbers(columns, !names.empty()) == 0) {
    const auto found = std::find_if(columns.begin(), columns.end(), [](const Column& column) {
      return column.kind != ColumnKind::kSetAside && !column.reason.empty();
    });
    plan.refuse_no_feature(found == columns.end()
                               ? ""
                               : plan.title(static_cast<std::size_t>(found - columns.begin())) +
                                     " " + found->reason);
  }
  if (plan.is_label_guessed()) {
    refuse_measured_label(surveys[*plan.label()], plan.title(*plan.label()));
  }
  for (Column& column : columns) {
    if (column.reason.empty()) continue;
    column = {.name = column.name, .kind = ColumnKind::kSetAside, .reason = column.reason};
  }
  return Columns(std::move(columns));
}

}  // namespace mpart
