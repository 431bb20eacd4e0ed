#include "util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"

namespace mpart {
namespace {

constexpr std::size_t kShort = 40;

bool is_space(char c) { return c == ' ' || c == '\t'; }

}  // namespace

NumberState parse_number(std::string_view text, double& value) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* end = text.data() + text.size();
  std::from_chars_result result = std::from_chars(text.data(), end, value);
  if (result.ec == std::errc::result_out_of_range) {
    // Too small is 0, too large is not finite; from_chars does not say which, a wider type does.
    long double wide = 0;
    result = std::from_chars(text.data(), end, wide);
    value = static_cast<double>(wide);
    if (result.ec == std::errc::result_out_of_range && result.ptr == end) {
      return NumberState::kNotFinite;
    }
  }
  if (result.ec != std::errc() || result.ptr != end) return NumberState::kNotNumber;
  return std::isfinite(value) ? NumberState::kNumber : NumberState::kNotFinite;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

bool is_missing(std::string_view label, const std::string& also) {
  if (label.empty() || label == "?" || (!also.empty() && label == also)) return true;
  // So short a text is copied without memory.
  return (label.size() == 3 && lower_case(label) == "nan") ||
         (label.size() == 4 && lower_case(label) == "null");
}

void bad_input(const std::string& name, const std::string& what) {
  throw invalid_data(name + ": " + what);
}

void bad_input(const std::string& name, std::uint64_t row, const std::string& what) {
  throw invalid_data(name + ":" + std::to_string(row) + ": " + what);
}

std::string shortened(std::string_view foreign) { return sanitize_text(foreign, kShort); }

std::string in_quotes(std::string_view foreign) { return '"' + shortened(foreign) + '"'; }

std::string counted(std::uint64_t count, std::string_view noun) {
  return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace mpart
