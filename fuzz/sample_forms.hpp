#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "wire/sample_json.hpp"

// The forms that samples of a model can have, for whatever reads samples.
namespace mpart::fuzz {

// A table with every kind of column and names that are fields elsewhere.
inline Columns table() {
  return Columns({{.name = "age"},
                  {.name = "size", .form = CellForm::kComma},
                  {.name = "text"},
                  {.name = "colour",
                   .kind = ColumnKind::kCategory,
                   .levels = {"blue", "red"},
                   .has_other = true},
                  {.name = "bottled", .kind = ColumnKind::kDate, .form = CellForm::kYearFirst},
                  {.name = "note", .kind = ColumnKind::kText, .optional = true},
                  {.name = "nr", .kind = ColumnKind::kSetAside},
                  {.name = "who", .kind = ColumnKind::kId},
                  {.name = "kind", .kind = ColumnKind::kLabel}});
}

// Numbers; a table of numbers; every kind of column; no header; texts; texts in a column.
inline const std::array<wire::SampleForm, 6>& sample_forms() {
  static const std::array<wire::SampleForm, 6> kForms = {
      wire::SampleForm{},
      wire::SampleForm{Columns({{.name = "age"}, {.name = "size", .form = CellForm::kComma}})},
      wire::SampleForm{table(), true},
      wire::SampleForm{Columns({{},
                                {.kind = ColumnKind::kCategory, .levels = {"blue", "red"}},
                                {.kind = ColumnKind::kDate, .form = CellForm::kDayFirst},
                                {.kind = ColumnKind::kLabel}})},
      wire::SampleForm{{}, true},
      wire::SampleForm{Columns({{.name = "message", .kind = ColumnKind::kText},
                                {.name = "label", .kind = ColumnKind::kLabel}}),
                       true}};
  return kForms;
}

// What every sample that was read must keep to.
inline bool is_sound(const Sample& sample, const wire::SampleForm& form) {
  for (const double value : sample.values) {
    if (std::isinf(value)) return false;
  }
  if (!form.texts && !sample.text.empty()) return false;
  if (!form.columns.all().empty() && !sample.values.empty() &&
      sample.values.size() != form.columns.width()) {
    return false;
  }
  return sample.id.size() <= wire::kLongestId &&
         (sample.label.empty() || wire::problem_of_label(sample.label).empty());
}

}  // namespace mpart::fuzz
