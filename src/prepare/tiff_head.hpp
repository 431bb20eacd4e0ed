#pragma once

#include <string_view>

#include "prepare/picture_bytes.hpp"

namespace mpart::embed {

bool is_tiff(std::string_view bytes);

// Whether everything that the directory of the first picture points to lies in the file.
bool is_whole_tiff(std::string_view bytes);

// The size of the first picture. No pixels if it is divided into tiles or strips much larger than
// itself, has many samples a pixel or an old way of compression: a decoder would make room for the
// tiles. REQUIRES: is_whole_tiff()
PictureSize tiff_size(std::string_view bytes);

// What a picture is if OpenCV gives wrong colours for it without a word, or has no decoder; else
// empty.
std::string_view unreadable_tiff(std::string_view bytes);

// How the picture must be turned to be upright, 1 to 8, as EXIF counts it; 1, upright, if the file
// does not say. The EXIF data of other formats have the same form.
int tiff_orientation(std::string_view bytes);

}  // namespace mpart::embed
