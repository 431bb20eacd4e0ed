#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "prepare/picture_bytes.hpp"

namespace mpart::embed {

bool is_gif(std::string_view bytes);

// Whether the file goes on to its end mark, through all of its pictures.
bool is_whole_gif(std::string_view bytes);

// The size of the whole canvas; no pixels if its first picture does not lie within it.
PictureSize gif_size(std::string_view bytes);

// The first picture of a whole file on its canvas, [height][width][red, green, blue]. The canvas
// around it has the background's colour; transparent pixels have the colour of their entry, as
// those of other formats have. Throws Error(kInvalidData) for one that is damaged.
std::vector<std::uint8_t> decode_gif(std::string_view bytes);

}  // namespace mpart::embed
