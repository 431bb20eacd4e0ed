#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mpart {

// A picture, [height][width][red, green, blue].
struct Pixels {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

enum class PictureStyle {
  kNone,
  kHalfBlocks,  // two pixels a character, in 24-bit colour
  kSixel,       // as pixels, in 216 colours
};

// How a terminal shows pictures, by its environment variables TERM and TERM_PROGRAM; empty if they
// are not set.
PictureStyle picture_style(std::string_view term, std::string_view term_program);

// The picture as text and control sequences for a terminal, ending with a newline. The colours are
// reset at the end of every line.
std::string half_blocks(const Pixels& pixels);
std::string sixel(const Pixels& pixels);

}  // namespace mpart
