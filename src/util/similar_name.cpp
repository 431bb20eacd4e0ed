#include "util/similar_name.hpp"

#include <algorithm>
#include <vector>

namespace mpart {

std::size_t edit_distance(std::string_view one, std::string_view other) {
  // Three rows of the table: the one being filled, and the two before it.
  std::vector<std::size_t> before(other.size() + 1);
  std::vector<std::size_t> last(other.size() + 1);
  std::vector<std::size_t> row(other.size() + 1);
  for (std::size_t j = 0; j <= other.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped =
          i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[other.size()];
}

std::string_view similar_name(std::string_view typed, std::span<const std::string_view> names) {
  constexpr std::size_t kLettersAnEdit = 3;
  constexpr std::size_t kLongest = 100;  // longer than any name of ours
  if (typed.empty() || typed.size() > kLongest) return {};
  std::string_view best;
  std::size_t least = std::max<std::size_t>(typed.size() / kLettersAnEdit, 1) + 1;
  for (const std::string_view name : names) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance >= least) continue;
    least = distance;
    best = name;
  }
  if (!best.empty()) return best;
  const auto begins_so = [typed](std::string_view name) { return name.starts_with(typed); };
  const bool only_one = std::ranges::count_if(names, begins_so) == 1;
  return only_one ? *std::ranges::find_if(names, begins_so) : std::string_view();
}

std::string did_you_mean(std::string_view typed, std::span<const std::string_view> names) {
  const std::string_view name = similar_name(typed, names);
  return name.empty() ? "" : "; did you mean " + std::string(name) + "?";
}

}  // namespace mpart
