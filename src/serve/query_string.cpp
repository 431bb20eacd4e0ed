#include "serve/query_string.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::serve {

namespace {

struct Pair {
  std::string_view key, value;  // as they came
};

// The first pair, which is removed with its ampersand.
Pair take_pair(std::string_view& query) {
  const std::string_view pair = query.substr(0, query.find('&'));
  query.remove_prefix(std::min(pair.size() + 1, query.size()));
  const std::size_t equals = std::min(pair.find('='), pair.size());
  return {pair.substr(0, equals), pair.substr(std::min(equals + 1, pair.size()))};
}

bool is_in(std::string_view name, std::string_view names) {
  while (!names.empty()) {
    const std::string_view one = names.substr(0, names.find(' '));
    if (one == name) return true;
    names.remove_prefix(std::min(one.size() + 1, names.size()));
  }
  return false;
}

// None for a percent sign without two hexadecimal digits.
std::optional<std::string> decode(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned char byte = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, byte, 16);
    if (digits.size() != 2 || error != std::errc() || stop != end) return std::nullopt;
    decoded += static_cast<char>(byte);
    i += 2;
  }
  return decoded;
}

std::string quote(std::string_view key) {
  constexpr std::size_t kShown = 40;
  return '"' + sanitize_text(key, kShown) + '"';
}

}  // namespace

void check_query_string(std::string_view query, std::string_view known) {
  while (!query.empty()) {
    const auto [key, value] = take_pair(query);
    if (!is_in(key, known)) throw invalid_data(quote(key) + ": no such parameter");
    if (!decode(value)) throw invalid_data(quote(key) + ": % and two digits expected");
    if (query_value(query, key)) throw invalid_data(quote(key) + " found twice");
  }
}

std::optional<std::string> query_value(std::string_view query, std::string_view key) {
  while (!query.empty()) {
    const Pair pair = take_pair(query);
    if (pair.key == key) return decode(pair.value).value_or("");
  }
  return std::nullopt;
}

}  // namespace mpart::serve
