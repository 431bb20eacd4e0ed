#include "prepare/patches.hpp"

#include <algorithm>

namespace mpart::embed {

namespace {

// Calls visit(pixel of the picture, or null in the border of zeros; place in a row of patches) for
// all taps of all positions of a picture.
template <typename Float, typename Visit>
void for_each_tap(const Layer& layer, Float* picture, Visit visit) {
  std::size_t place = 0;
  for (std::size_t y = 0; y < layer.out_side(); ++y) {
    for (std::size_t x = 0; x < layer.out_side(); ++x) {
      std::size_t tap_place = place;
      for (std::size_t tap = 0; tap < Convolution::kSide * Convolution::kSide; ++tap) {
        // Positions count from the border: 0 is the row or column of zeros before the picture.
        const std::size_t row = y * Convolution::kStride + tap / Convolution::kSide;
        const std::size_t column = x * Convolution::kStride + tap % Convolution::kSide;
        const bool inside = row >= 1 && row <= layer.side && column >= 1 && column <= layer.side;
        const std::size_t pixel = inside ? (row - 1) * layer.side + column - 1 : 0;
        visit(inside ? picture + pixel * layer.pixel_step : nullptr, tap_place);
        tap_place += layer.channels;
      }
      place += padded(layer.depth);
    }
  }
}

}  // namespace

void unroll(const Layer& layer, const float* picture, float* patches) {
  for_each_tap(layer, picture, [&](const float* pixel, std::size_t place) {
    float* const to = patches + place;
    if (pixel == nullptr) {
      std::fill_n(to, layer.channels, 0.0F);
    } else if (layer.channel_step == 1) {
      std::copy_n(pixel, layer.channels, to);
    } else {
      for (std::size_t c = 0; c < layer.channels; ++c) to[c] = pixel[c * layer.channel_step];
    }
  });
}

void roll_up(const Layer& layer, const float* patches, float* picture) {
  for_each_tap(layer, picture, [&](float* pixel, std::size_t place) {
    if (pixel == nullptr) return;
    for (std::size_t c = 0; c < layer.channels; ++c) {
      pixel[c * layer.channel_step] += patches[place + c];
    }
  });
}

}  // namespace mpart::embed
