#include "serve/routes.hpp"
#include "util/text.hpp"

#include <algorithm>

namespace mpart::serve {

Address::Address(std::string_view target) {
  constexpr std::string_view kVersion = "/v1";
  const std::size_t mark = std::min(target.find('?'), target.size());
  path = target.substr(0, mark);
  query = target.substr(std::min(mark + 1, target.size()));
  is_versioned = path.starts_with("/v1/");
  if (is_versioned) path.remove_prefix(kVersion.size());
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  return parse_whole(text, number) ? std::optional(number) : std::nullopt;
}

bool answers_method(std::string_view route, std::string_view method) {
  return route == method || (route == "GET" && method == "HEAD");
}

bool matches(std::string_view pattern, std::string_view path, QueryId& id) {
  constexpr std::string_view kId = "{id}";
  const std::size_t at = pattern.find(kId);
  if (at == std::string_view::npos) return pattern == path;
  const std::string_view begin = pattern.substr(0, at);
  const std::string_view end = pattern.substr(at + kId.size());
  if (path.size() <= begin.size() + end.size() || !path.starts_with(begin) ||
      !path.ends_with(end)) {
    return false;
  }
  id = whole_number(path.substr(at, path.size() - begin.size() - end.size())).value_or(0);
  return id != 0;
}

}  // namespace mpart::serve
