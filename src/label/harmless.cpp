#include "label/harmless.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace mpart {

namespace {

constexpr std::size_t kLongest = 200;  // characters

bool is_control(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value < 0x20 || value == 0x7F;
}

bool is_harmless(std::uint32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool line_end = code == 0x2028 || code == 0x2029;
  const bool direction = code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                         (code >= 0x2066 && code <= 0x2069);
  return !control && !surrogate && !line_end && !direction && code <= 0x10FFFF;
}

// Bytes of the first character if it is well-formed and harmless, otherwise 0.
std::size_t harmless_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xC2 ? 0
                           : first < 0xE0 ? 2
                           : first < 0xF0 ? 3
                                          : 4;
  if (size == 0 || size > text.size()) return 0;
  std::uint32_t code = size == 1 ? first : first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return 0;
    code = code << 6 | (next & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};  // fewer would do: overlong
  return code >= kLeast[size] && is_harmless(code) ? size : 0;
}

void append_escaped(char byte, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  out += "\\x";
  out += kDigits[value >> 4];
  out += kDigits[value & 15];
}

}  // namespace

std::string harmless(std::string_view foreign) {
  std::string out;
  for (std::size_t count = 0; !foreign.empty(); ++count) {
    if (count == kLongest) return out + "...";
    const std::size_t size = harmless_size(foreign);
    if (size == 0) append_escaped(foreign[0], out);
    out += foreign.substr(0, size);
    foreign.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return out;
}

bool has_control_characters(std::string_view foreign) {
  return std::any_of(foreign.begin(), foreign.end(), is_control);
}

std::string_view without_outer_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

}  // namespace mpart
