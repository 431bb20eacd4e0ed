#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mpart/columns.hpp"

namespace mpart {

// A kind that the caller gave, and how the cells are written if that was said too.
struct GivenKind {
  ColumnKind kind = ColumnKind::kNumber;
  std::optional<CellForm> form{};
};

// What the caller chose, for the columns of one table.
class ColumnPlan {
 public:
  // Throws Error(kInvalidData) that names the columns that are there if one is not, and
  // Error(kInvalidArgument) if a choice means nothing.
  ColumnPlan(std::span<const std::string> names, std::size_t count, const ColumnChoices& choices);

  std::optional<std::size_t> label() const { return label_; }
  bool is_label_guessed() const { return label_guessed_; }  // it is the last column, and unnamed

  // Fills `column` if it is label, id or not used; false if it is a feature.
  bool assign(std::size_t column, Column& filled) const;

  // What the caller says that a feature is.
  const std::optional<GivenKind>& kind(std::size_t column) const { return kinds_[column]; }

  // The caller has named this column as a feature: it is never set aside.
  bool is_wanted(std::size_t column) const { return kinds_[column] || wanted_[column]; }

  // `column 3 (x2)`
  std::string title(std::size_t column) const;

  [[noreturn]] void refuse_no_feature() const;

 private:
  std::size_t position(const std::string& wanted) const;
  void choose_label(const ColumnChoices& choices);
  void choose_id(const ColumnChoices& choices);
  void choose_kind(const std::string& choice);

  std::span<const std::string> names_;
  std::size_t count_;
  std::optional<std::size_t> label_, id_;
  bool label_guessed_ = false, some_wanted_ = false;
  std::vector<bool> wanted_, ignored_;
  std::vector<std::optional<GivenKind>> kinds_;
};

// Whether everybody calls a label column so: label, class, target, in upper or lower case.
bool is_label_name(std::string_view name);

}  // namespace mpart
