#include "prepare/picture_shape.hpp"

#include <cmath>

namespace mpart::embed {

std::optional<PictureShape> picture_shape(std::size_t width) {
  for (const std::size_t channels : {std::size_t{1}, std::size_t{3}}) {
    const double root = std::sqrt(static_cast<double>(width) / static_cast<double>(channels));
    const auto side = static_cast<std::size_t>(std::lround(root));
    if (side > 0 && channels * side * side == width) return PictureShape{channels, side};
  }
  return std::nullopt;
}

}  // namespace mpart::embed
