#include "source/table_rows.hpp"

#include <algorithm>
#include <numeric>

#include "mpart/error.hpp"
#include "util/text.hpp"
#include "wire/limits.hpp"

namespace mpart {
namespace {

// Every column a number, but for label and id.
Columns numbers_alone(const Columns& inferred_roles) {
  std::vector<Column> columns = inferred_roles.all();
  for (Column& column : columns) {
    if (column.kind == ColumnKind::kLabel || column.kind == ColumnKind::kId) continue;
    column = {.name = column.name};
  }
  return Columns(std::move(columns));
}

// A row of zeros has the roles of the columns, and nothing that could be set aside.
Columns roles_of(std::span<const std::string> names, std::size_t count,
                 const ColumnChoices& choices) {
  const TextRows zeros{std::vector<std::string>(count, "0")};
  return Columns::infer(names, zeros, choices);
}

Columns decide(std::span<const std::string> names, const TextRows& rows,
               const ColumnChoices& choices, const SourceOptions& options) {
  const std::size_t expected_width = options.expected_width;
  if (options.numbers_alone) return numbers_alone(roles_of(names, rows.front().size(), choices));
  const bool chosen = !choices.used.empty() || !choices.ignored.empty() || !choices.kinds.empty();
  if (expected_width > 0 && !chosen) {
    const std::size_t count = rows.front().size();
    ColumnChoices unlabelled = choices;
    unlabelled.labelled = false;
    if (count > 1 || !choices.labelled) {
      const Columns labelled = roles_of(names, count, choices);
      if (labelled.width() == expected_width) return numbers_alone(labelled);
    }
    if (choices.label.empty()) {
      const Columns all = roles_of(names, count, unlabelled);
      if (all.width() == expected_width) return numbers_alone(all);
    }
  }
  return Columns::infer(names, rows, choices);
}

}  // namespace

TableRows::TableRows(std::span<const std::string> names, const TextRows& rows,
                     const ColumnChoices& choices, const SourceOptions& options)
    : columns_(options.columns != nullptr ? *options.columns
                                          : decide(names, rows, choices, options)),
      missing_label_(options.missing_label),
      labelled_(options.labelled) {
  if (options.columns != nullptr) find_columns(names, rows.front().size(), choices.label);
}

TableRows::TableRows(Columns columns, const SourceOptions& options)
    : columns_(std::move(columns)),
      missing_label_(options.missing_label),
      labelled_(options.labelled) {}

void TableRows::find_columns(std::span<const std::string> names, std::size_t count,
                             const std::string& label_column) {
  positions_ = columns_.positions_in(names, count);
  if (!label_column.empty() && columns_.label()) {  // the label has another name here
    ColumnChoices choices;
    choices.label = label_column;
    positions_[*columns_.label()] = *roles_of(names, count, choices).label();
  }
  std::vector<std::size_t> same(count);
  std::iota(same.begin(), same.end(), 0);
  if (positions_ == same) positions_.clear();
}

void TableRows::read(Columns::Cells cells, Sample& sample) {
  if (!positions_.empty()) {
    ordered_.clear();
    for (const std::size_t position : positions_) {
      ordered_.push_back(position == Columns::kAbsent ? std::string_view() : cells[position]);
    }
    cells = ordered_;
  }
  columns_.encode(cells, sample);
  if (is_empty(sample)) throw invalid_data("every value is missing");
  if (!labelled_ || is_missing(sample.label, missing_label_)) sample.label.clear();
  check_texts(sample);
}

void TableRows::check_texts(const Sample& sample) const {
  const std::string label =
      sample.label.empty() ? std::string() : wire::problem_of_label(sample.label);
  if (!label.empty()) {
    throw invalid_data(columns_.title(*columns_.label()) + ": the label: " + label);
  }
  const std::string id = wire::problem_of_id(sample.id);
  if (!id.empty()) throw invalid_data(columns_.title(*columns_.id()) + ": the id: " + id);
}

}  // namespace mpart
