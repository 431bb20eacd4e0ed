#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace mpart {

// What one cell of text means.

enum class NumberState { kNumber, kNotNumber, kNotFinite };

// Reads a decimal number with or without sign, fraction and exponent, whatever the locale.
// REQUIRES: `text` is trimmed.
NumberState parse_number(std::string_view text, double& value);

// A number as a class name: 3, not 3.0; otherwise the fewest digits that say which number it is.
void write_number(double value, std::string& out);
void write_integer(std::integral auto value, std::string& out) { out = std::to_string(value); }

// Without spaces and tabs at both ends.
std::string_view trim(std::string_view text);

// Whether a label says that there is none: empty, ?, NaN and null in any case, or `also`.
bool is_missing(std::string_view label, const std::string& also);

}  // namespace mpart
