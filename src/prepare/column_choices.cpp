#include "prepare/column_choices.hpp"

#include <algorithm>
#include <array>

#include "mpart/error.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr std::size_t kNamesInAnswer = 8;
constexpr std::array<std::string_view, 3> kLabelNames{"label", "class", "target"};

struct KindName {
  std::string_view name;
  GivenKind kind;
};

constexpr std::array<KindName, 8> kKindNames{{
    {"number", {ColumnKind::kNumber, std::nullopt}},
    {"number-comma", {ColumnKind::kNumber, CellForm::kComma}},
    {"number-grouped", {ColumnKind::kNumber, CellForm::kGrouped}},
    {"category", {ColumnKind::kCategory, std::nullopt}},
    {"date", {ColumnKind::kDate, std::nullopt}},
    {"date-dmy", {ColumnKind::kDate, CellForm::kDayFirst}},
    {"date-mdy", {ColumnKind::kDate, CellForm::kMonthFirst}},
    {"text", {ColumnKind::kText, std::nullopt}},
}};

std::optional<std::size_t> position_of(std::span<const std::string> names,
                                       std::string_view wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::optional<std::size_t> position_in_any_case(std::span<const std::string> names,
                                                std::string_view wanted) {
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
    return name.size() == wanted.size() && lower_case(name) == wanted;
  });
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

bool is_label_name(std::string_view name) {
  return std::find(kLabelNames.begin(), kLabelNames.end(), lower_case(name)) != kLabelNames.end();
}

ColumnPlan::ColumnPlan(std::span<const std::string> names, std::size_t count,
                       const ColumnChoices& choices)
    : names_(names), count_(count), wanted_(count), ignored_(count), kinds_(count) {
  choose_label(choices);
  choose_id(choices);
  some_wanted_ = !choices.used.empty();
  for (const std::string& name : choices.used) wanted_[position(name)] = true;
  for (const std::string& name : choices.ignored) {
    const std::size_t column = position(name);
    if (wanted_[column]) {
      throw invalid_argument(title(column) + " is both used (--columns) and ignored (--ignore)");
    }
    ignored_[column] = true;
  }
  for (const std::string& choice : choices.kinds) choose_kind(choice);
}

void ColumnPlan::choose_label(const ColumnChoices& choices) {
  if (!choices.labelled || count_ == 0) return;
  if (!choices.label.empty()) {
    label_ = position(choices.label);
    return;
  }
  if (!names_.empty() && is_label_name(names_.back())) {
    label_ = count_ - 1;
    return;
  }
  for (const std::string_view name : kLabelNames) {
    label_ = position_in_any_case(names_, name);
    if (label_) return;
  }
  label_ = count_ - 1;
  label_guessed_ = true;
}

void ColumnPlan::choose_id(const ColumnChoices& choices) {
  if (choices.id.empty()) {
    id_ = position_in_any_case(names_, "id");
    if (id_ == label_) id_.reset();
    return;
  }
  id_ = position(choices.id);
  if (id_ == label_) {
    throw invalid_argument(title(*id_) + " is both label and id; name the label by --label-column");
  }
}

void ColumnPlan::choose_kind(const std::string& choice) {
  const std::size_t equals = choice.rfind('=');
  const std::string_view kind = equals == std::string::npos
                                    ? std::string_view()
                                    : std::string_view(choice).substr(equals + 1);
  const auto* const known =
      std::find_if(kKindNames.begin(), kKindNames.end(),
                   [&](const KindName& candidate) { return candidate.name == kind; });
  if (known == kKindNames.end()) {
    std::string message = "kind " + in_quotes(choice) + ": NAME=";
    for (const KindName& candidate : kKindNames) {
      if (message.back() != '=') message += "|";
      message += candidate.name;
    }
    throw invalid_argument(message + " expected");
  }
  kinds_[position(choice.substr(0, equals))] = known->kind;
}

// By name, or by number from 1.
std::size_t ColumnPlan::position(const std::string& wanted) const {
  if (const auto named = position_of(names_, wanted)) return *named;
  std::size_t number = 0;
  if (parse_whole(wanted, number) && number >= 1 && number <= count_) return number - 1;
  std::string message = "no column " + in_quotes(wanted) + "; ";
  if (names_.empty()) {
    const std::string range = count_ == 1 ? "1" : "1 to " + std::to_string(count_);
    throw invalid_data(message + "there is no header, columns are " + range);
  }
  message += "columns are ";
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (i > 0) message += ", ";
    if (i == kNamesInAnswer) throw invalid_data(message + "...");
    message += shortened(names_[i]);
  }
  throw invalid_data(message);
}

bool ColumnPlan::assign(std::size_t column, Column& filled) const {
  if (column == label_) {
    filled.kind = ColumnKind::kLabel;
  } else if (column == id_) {
    filled.kind = ColumnKind::kId;
  } else if (ignored_[column] || (some_wanted_ && !wanted_[column])) {
    filled.kind = ColumnKind::kSetAside;
    filled.reason = ignored_[column] ? "ignored" : "not chosen";
  } else {
    return false;
  }
  return true;
}

std::string ColumnPlan::title(std::size_t column) const {
  std::string title = "column " + std::to_string(column + 1);
  if (!names_.empty() && !names_[column].empty()) title += " (" + shortened(names_[column]) + ")";
  return title;
}

void ColumnPlan::refuse_no_feature() const {
  throw invalid_data(counted(count_, "column") + " found, at least one feature" +
                     (label_ ? " beside the label" : "") + " expected");
}

}  // namespace mpart
