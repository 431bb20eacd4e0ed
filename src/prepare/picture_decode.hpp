#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <string_view>

namespace mpart::embed {

// A picture of three channels, blue first, of 8 or 16 bits, turned upright as its EXIF orientation
// says; of an animation the first picture. One of more than four million pixels is reduced by 2, 4
// or 8 to sides of no less than twice `side`; 0: never. `most_pixels` is checked before it is
// decoded; 0: any.
// Throws Error(kInvalidData) for what is no whole picture or has too many pixels.
cv::Mat decode_picture(std::string_view bytes, std::uint64_t side, std::uint64_t most_pixels);

}  // namespace mpart::embed
