#include "wire/json_bounds.hpp"

#include <algorithm>

#include "mpart/error.hpp"

namespace mpart::wire {

namespace {

// The position behind the string that begins at `quote`.
std::size_t end_of_string(std::string_view json, std::size_t quote) {
  std::size_t end = quote;
  while (true) {
    end = json.find('"', end + 1);
    if (end == std::string_view::npos) return json.size();
    std::size_t backslashes = 0;
    while (json[end - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return end + 1;
  }
}

}  // namespace

std::string problem_of_bounds(std::string_view json, const JsonBounds& bounds) {
  std::size_t depth = 0;
  std::size_t values = 1;  // commas and openers bring one more each
  for (std::size_t at = 0; at < json.size();) {
    switch (json[at]) {
      case '"':
        at = end_of_string(json, at);
        continue;
      case '[':
      case '{':
        ++values;
        if (++depth > bounds.deepest) {
          return "not nested deeper than " + std::to_string(bounds.deepest) + " expected";
        }
        break;
      case ']':
      case '}':
        depth -= std::min<std::size_t>(depth, 1);
        break;
      case ',':
        ++values;
        break;
      default:
        break;
    }
    ++at;
    if (values > bounds.most_values) {
      return "at most " + std::to_string(bounds.most_values) + " values expected in all";
    }
  }
  return {};
}

void check_bounds(std::string_view json, const JsonBounds& bounds) {
  const std::string problem = problem_of_bounds(json, bounds);
  if (!problem.empty()) throw invalid_data(problem);
}

}  // namespace mpart::wire
