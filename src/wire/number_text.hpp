#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

namespace mpart::wire {

// A number as a class name or an id: 3 for 3.0; otherwise the fewest digits that tell it from every
// other number. `out` is replaced and keeps its memory.
void write_number(double value, std::string& out);

void write_integer(std::integral auto value, std::string& out) {
  std::array<char, 24> digits{};
  out.assign(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

// JSON's numbers are exact up to here in every language: 2^53 - 1.
inline constexpr std::uint64_t kLargestWhole = 9007199254740991;

// The whole number from 0 to kLargestWhole that a number is: JSON's 15.0 is 15. Nothing for any
// other.
std::optional<std::uint64_t> whole_number(std::uint64_t value);
std::optional<std::uint64_t> whole_number(double value);

// Appends the fewest digits, as in JSON.
template <typename Number>
void append_number(std::string& out, Number value) {
  std::array<char, 32> digits{};
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

// For people: with so many decimals, or in scientific notation where that would be long.
std::string decimals(double value, int count);

// For people: rounded to so many digits, "0.31" or "1.2e-05".
std::string significant(double value, int digits);

}  // namespace mpart::wire
