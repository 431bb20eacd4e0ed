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

// Foreign text for a terminal or a one-line message: control characters, changes of writing
// direction and broken UTF-8 become \xNN; what exceeds `most` characters becomes "...".
std::string printable(std::string_view foreign, std::size_t most = std::string_view::npos);

}  // namespace mpart
