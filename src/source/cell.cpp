#include "source/cell.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace mpart {
namespace {

// `lower` is in lower case already.
bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower[i]) return false;
  }
  return true;
}

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

void write_number(double value, std::string& out) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: up to here every integer is a double
  std::array<char, 32> digits{};
  char* const begin = digits.data();
  char* const end = begin + digits.size();
  const bool integral = std::abs(value) <= kExact && value == std::trunc(value);
  const std::to_chars_result result = integral
                                          ? std::to_chars(begin, end, static_cast<long long>(value))
                                          : std::to_chars(begin, end, value);
  out.assign(begin, result.ptr);
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_missing(std::string_view label, const std::string& also) {
  return label.empty() || label == "?" || (!also.empty() && label == also) ||
         equals_ignoring_case(label, "nan") || equals_ignoring_case(label, "null");
}

}  // namespace mpart
