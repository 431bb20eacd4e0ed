#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mpart {

// The first character of a text in UTF-8. REQUIRES: the text is not empty.
struct Utf8Character {
  std::size_t size = 0;  // in bytes; 0: the text does not begin with valid UTF-8
  std::uint32_t code = 0;
};
Utf8Character first_character(std::string_view text);

// Text from outside, made safe for a terminal or a one-line message: control characters, changes of
// writing direction and broken UTF-8 become \xNN; what exceeds `most` characters becomes "...".
inline constexpr std::size_t kLongestMessageText = 200;
std::string sanitize_text(std::string_view text, std::size_t most = kLongestMessageText);

// A control character: C0 or DEL, as the arrow keys of a terminal send.
constexpr bool is_control(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
}
bool has_control_characters(std::string_view text);

// `text` without white space at both ends.
std::string_view without_outer_spaces(std::string_view text);

}  // namespace mpart
