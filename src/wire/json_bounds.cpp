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

// The position behind the number or the word that begins at `start`, or one that is far enough from
// it to be too long.
std::size_t end_of_scalar(std::string_view json, std::size_t start) {
  constexpr std::string_view kEnds = ",:[]{}\" \t\r\n";
  const std::size_t end = json.substr(start, kLongestNumber + 1).find_first_of(kEnds);
  return end == std::string_view::npos ? std::min(json.size(), start + kLongestNumber + 1)
                                       : start + end;
}

}  // namespace

std::string problem_of_bounds(std::string_view json, const JsonBounds& bounds) {
  std::size_t depth = 0;
  std::size_t values = 1;  // commas and openers bring one more each
  std::size_t fields = 0;
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
      case ':':
        if (++fields > bounds.most_fields) {
          return "at most " + std::to_string(bounds.most_fields) + " fields expected in all";
        }
        break;
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        break;
      default: {
        const std::size_t end = end_of_scalar(json, at);
        if (end - at > kLongestNumber) {
          return "numbers of at most " + std::to_string(kLongestNumber) + " characters expected";
        }
        at = end - 1;
        break;
      }
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
