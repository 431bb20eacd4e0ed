// The columns in a line for a person.
#include <array>

#include "mpart/columns.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr std::size_t kNamesInDescription = 8;

std::string plural(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

}  // namespace

std::string Columns::describe() const {
  struct Words {
    ColumnKind kind;
    const char *one, *many;
  };
  constexpr std::array<Words, 4> kWords{{{ColumnKind::kNumber, "number", "numbers"},
                                         {ColumnKind::kCategory, "category", "categories"},
                                         {ColumnKind::kDate, "date", "dates"},
                                         {ColumnKind::kText, "text", "texts"}}};
  std::array<std::size_t, 7> counts{};
  std::string aside;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    ++counts.at(static_cast<std::size_t>(column.kind));
    if (column.kind != ColumnKind::kSetAside || shown > kNamesInDescription) continue;
    if (shown > 0) aside += ", ";
    if (shown++ == kNamesInDescription) {
      aside += "...";
      continue;
    }
    aside += column.name.empty() ? "column " + std::to_string(i + 1) : shortened(column.name);
    aside += " (" + column.reason + ")";
  }
  std::string line = "columns: ";
  bool first = true;
  for (const Words& words : kWords) {
    const std::size_t count = counts.at(static_cast<std::size_t>(words.kind));
    if (count == 0) continue;
    line += (first ? "" : ", ") + plural(count, words.one, words.many);
    first = false;
  }
  if (first) line += "none";
  return aside.empty() ? line : line + "; set aside: " + aside;
}

}  // namespace mpart
