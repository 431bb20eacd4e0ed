#include "wire/number_text.hpp"

#include <cmath>

namespace mpart::wire {

namespace {

std::string format_number(double value, std::chars_format format, int precision) {
  std::array<char, 64> digits{};
  const auto result =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, format, precision);
  return {digits.data(), result.ptr};
}

}  // namespace

void write_number(double value, std::string& out) {
  constexpr double kExact = kLargestWhole + 1;
  if (std::abs(value) <= kExact && value == std::trunc(value)) {
    return write_integer(static_cast<long long>(value), out);
  }
  out.clear();
  append_number(out, value);
}

std::optional<std::uint64_t> whole_number(std::uint64_t value) {
  return value <= kLargestWhole ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> whole_number(double value) {
  constexpr auto kLargest = static_cast<double>(kLargestWhole);
  if (!(value >= 0 && value <= kLargest) || value != std::trunc(value)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::string decimals(double value, int count) {
  constexpr double kLong = 1e9;
  return format_number(
      value, std::abs(value) < kLong ? std::chars_format::fixed : std::chars_format::scientific,
      count);
}

std::string significant(double value, int digits) {
  return format_number(value, std::chars_format::general, digits);
}

}  // namespace mpart::wire
