#include "util/sanitize_text.hpp"

#include <algorithm>

namespace mpart {

namespace {

bool is_safe(std::uint32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool line_end = code == 0x2028 || code == 0x2029;
  const bool direction = code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                         (code >= 0x2066 && code <= 0x2069);
  return !control && !line_end && !direction;
}

void append_escaped(char byte, std::string& out) {
  constexpr std::string_view kHexDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  out += "\\x";
  out += kHexDigits[value >> 4];
  out += kHexDigits[value & 15];
}

}  // namespace

Utf8Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {1, first};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < size) return {};
  std::uint32_t code = first & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return {};
    code = code << 6 | (next & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800,
                                      0x10000};  // fewer bytes would do: overlong
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool valid = code >= kLeast[size] && code <= 0x10FFFF && !surrogate;
  return valid ? Utf8Character{size, code} : Utf8Character{};
}

std::string sanitize_text(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == most) return out + "...";
    const Utf8Character character = first_character(text);
    if (character.size > 0 && is_safe(character.code)) {
      out += text.substr(0, character.size);
    } else {
      for (const char byte : text.substr(0, std::max<std::size_t>(character.size, 1))) {
        append_escaped(byte, out);
      }
    }
    text.remove_prefix(std::max<std::size_t>(character.size, 1));
  }
  return out;
}

bool has_control_characters(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_control);
}

std::string_view without_outer_spaces(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

}  // namespace mpart
