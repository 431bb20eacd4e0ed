#include "source/table_order.hpp"

#include <algorithm>

namespace mpart {
namespace {

constexpr auto kNowhere = std::string_view::npos;

// What pandas calls an index without a name: __index_level_0__.
bool is_nameless(std::string_view name) {
  return name.starts_with("__index_level_") && name.ends_with("__");
}

// The texts of the list behind "index_columns"; an index of numbers from 0 is no column, but an
// object there. A text that has to be escaped in JSON is not found, and its column stays in place.
std::vector<std::string> index_names(std::string_view pandas) {
  constexpr std::string_view kKey = "\"index_columns\":";
  std::vector<std::string> names;
  const std::size_t key = pandas.find(kKey);
  if (key == kNowhere) return names;
  std::string_view rest = pandas.substr(key + kKey.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size()));
  if (!rest.starts_with('[')) return names;
  for (;;) {
    rest.remove_prefix(1);  // the bracket, or the comma
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size()));
    if (!rest.starts_with('"')) return names;
    const std::size_t end = rest.find('"', 1);
    if (end == kNowhere) return names;
    names.emplace_back(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size()));
    if (!rest.starts_with(',')) return names;
  }
}

}  // namespace

std::vector<std::size_t> table_order(const std::vector<std::string>& names,
                                     std::string_view pandas) {
  const std::vector<std::string> index = index_names(pandas);
  std::vector<std::size_t> first, others;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool indexed = std::find(index.begin(), index.end(), names[i]) != index.end();
    if (indexed && is_nameless(names[i])) continue;
    (indexed ? first : others).push_back(i);
  }
  first.insert(first.end(), others.begin(), others.end());
  return first;
}

}  // namespace mpart
