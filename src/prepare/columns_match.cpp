// Whether another table, or another model, has the same columns.
#include <algorithm>
#include <map>
#include <string_view>

#include "mpart/columns.hpp"
#include "mpart/error.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr std::size_t kNamesInMismatch = 8;

bool is_needed(const Column& column) {
  return column.kind == ColumnKind::kNumber || column.kind == ColumnKind::kCategory ||
         column.kind == ColumnKind::kDate || column.kind == ColumnKind::kText;
}

// "a, b, c, ..."
std::string joined(std::span<const std::string> names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += ", ";
    if (i == kNamesInMismatch) return list + "...";
    list += names[i].empty() ? "(no name)" : shortened(names[i]);
  }
  return list;
}

// "age (number), colour (category of blue, red)" for the columns that make a sample.
std::string features_text(const Columns& columns) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < columns.all().size(); ++i) {
    const Column& column = columns.all()[i];
    if (!is_needed(column)) continue;
    std::string part = column.name.empty() ? "column " + std::to_string(i + 1) : column.name;
    if (column.kind == ColumnKind::kCategory) part += "=" + joined(column.levels);
    if (column.kind == ColumnKind::kDate) part += " (date)";
    if (column.kind == ColumnKind::kText) part += " (text)";
    parts.push_back(part);
    if (parts.size() > kNamesInMismatch) break;
  }
  return joined(parts);
}

// The positions of each name, in order: a header may have one twice.
class HeaderIndex {
 public:
  explicit HeaderIndex(std::span<const std::string> header) {
    for (std::size_t i = 0; i < header.size(); ++i) positions_[header[i]].push_back(i);
  }

  // The next column of this name; kAbsent if all of them have been taken, or there is none.
  std::size_t take(const std::string& name) {
    const auto found = positions_.find(name);
    if (found == positions_.end()) return Columns::kAbsent;
    std::size_t& taken = taken_[name];
    return taken < found->second.size() ? found->second[taken++] : Columns::kAbsent;
  }

 private:
  std::map<std::string, std::vector<std::size_t>, std::less<>> positions_;
  std::map<std::string, std::size_t, std::less<>> taken_;
};

std::vector<std::size_t> positions_by_number(const Columns& columns, std::size_t count) {
  const std::size_t expected = columns.all().size();
  const bool label_is_last = expected > 0 && columns.label() == expected - 1;
  if (count != expected && !(label_is_last && count + 1 == expected)) {
    throw invalid_data(counted(expected, "column") + " expected, " + std::to_string(count) +
                       " found");
  }
  std::vector<std::size_t> positions(expected);
  for (std::size_t i = 0; i < expected; ++i) positions[i] = i < count ? i : Columns::kAbsent;
  return positions;
}

}  // namespace

std::vector<std::size_t> Columns::positions_in(std::span<const std::string> header,
                                               std::size_t count) const {
  if (header.empty() || !named_) return positions_by_number(*this, count);
  HeaderIndex index(header);
  std::vector<std::size_t> positions;
  std::vector<std::string> missing;
  positions.reserve(columns_.size());
  for (const Column& column : columns_) {
    positions.push_back(index.take(column.name));
    const bool absent = positions.back() == kAbsent && is_needed(column);
    if (absent && !column.optional) missing.push_back(column.name);
  }
  if (!missing.empty()) {
    throw invalid_data("no " + std::string(missing.size() == 1 ? "column " : "columns ") +
                       joined(missing) + "; found are " + joined(header));
  }
  return positions;
}

void Columns::require_same(const Columns& other, const std::string& whose) const {
  const auto next_feature = [](const Columns& columns, std::size_t from) {
    while (from < columns.all().size() && !is_needed(columns.all()[from])) ++from;
    return from;
  };
  std::size_t mine = next_feature(*this, 0), theirs = next_feature(other, 0);
  while (mine < columns_.size() && theirs < other.columns_.size()) {
    const Column& a = columns_[mine];
    const Column& b = other.columns_[theirs];
    const bool same = (a.name == b.name || a.name.empty() || b.name.empty()) && a.kind == b.kind &&
                      a.levels == b.levels && a.has_other == b.has_other;
    if (!same) break;
    mine = next_feature(*this, mine + 1);
    theirs = next_feature(other, theirs + 1);
  }
  if (mine == columns_.size() && theirs == other.columns_.size()) return;
  throw invalid_data("the columns are " + features_text(*this) + "; those of " + whose + " are " +
                     features_text(other));
}

}  // namespace mpart
