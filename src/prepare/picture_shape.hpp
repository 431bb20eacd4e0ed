#pragma once

#include <cstddef>
#include <optional>

namespace mpart::embed {

// A row that is a picture is [channels][side][side].
struct PictureShape {
  std::size_t channels = 0, side = 0;
};

// The shape of a square picture of `width` values, k*k or 3*k*k; nothing if it is none.
std::optional<PictureShape> picture_shape(std::size_t width);

}  // namespace mpart::embed
