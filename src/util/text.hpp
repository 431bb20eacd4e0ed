#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace mpart {

// What text in a file of data means, and how the readers' messages tell of it.

enum class NumberState { kNumber, kNotNumber, kNotFinite };

// Reads a decimal number with or without sign, fraction and exponent, whatever the locale.
// REQUIRES: `text` is trimmed.
NumberState parse_number(std::string_view text, double& value);

// False unless all of `text` is a number as std::from_chars reads it; `value` may change even so.
template <typename Number>
bool parse_whole(std::string_view text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

// Without spaces and tabs at both ends.
std::string_view trim(std::string_view text);

// With the letters A to Z as a to z, whatever the locale.
std::string lower_case(std::string_view text);

// Whether a label says that there is none: empty, ?, NaN and null in any case, or `also`.
bool is_missing(std::string_view label, const std::string& also);

// Error messages of the readers are one line, "NAME: WHAT" or "NAME:ROW: WHAT".
// Throws Error(kInvalidData).
[[noreturn]] void bad_input(const std::string& name, const std::string& what);
[[noreturn]] void bad_input(const std::string& name, std::uint64_t row, const std::string& what);

// Foreign text on one line, printable and cut to some 40 characters; and in double quotes.
std::string shortened(std::string_view foreign);
std::string in_quotes(std::string_view foreign);

// "1 value", "2 values".
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace mpart
