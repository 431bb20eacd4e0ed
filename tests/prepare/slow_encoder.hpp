#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "prepare/encoder.hpp"

namespace mpart::test {

// An encoder as its definition says, in double: one loop an index.

inline std::vector<double> slow_convolution(const embed::Convolution& layer,
                                            const std::vector<double>& in, std::size_t side) {
  const std::size_t half = (side + 1) / 2;
  std::vector<double> out(layer.out * half * half);
  for (std::size_t unit = 0; unit < layer.out; ++unit) {
    for (std::size_t y = 0; y < half; ++y) {
      for (std::size_t x = 0; x < half; ++x) {
        double sum = layer.bias[unit];
        for (std::size_t i = 0; i < layer.in * 9; ++i) {
          const std::size_t row = 2 * y + i % 9 / 3, column = 2 * x + i % 3;
          if (row == 0 || column == 0 || row > side || column > side) continue;
          sum += double{layer.weights[unit * layer.in * 9 + i]} *
                 in[(i / 9 * side + row - 1) * side + column - 1];
        }
        out[(unit * half + y) * half + x] = std::max(sum, 0.0);
      }
    }
  }
  return out;
}

inline std::vector<double> slow_run(const embed::Encoder& encoder, std::span<const float> row) {
  std::vector<double> x(row.begin(), row.end());
  std::size_t side = encoder.picture.side;
  for (const embed::Convolution& layer : encoder.convolutions) {
    x = slow_convolution(layer, x, side);
    side = (side + 1) / 2;
  }
  for (const embed::Dense& layer : encoder.dense) {
    std::vector<double> y(layer.bias.begin(), layer.bias.end());
    for (std::size_t unit = 0; unit < layer.out; ++unit) {
      for (std::size_t j = 0; j < layer.in; ++j) {
        y[unit] += double{layer.weights[unit * layer.in + j]} * x[j];
      }
      if (&layer != &encoder.dense.back()) y[unit] = std::max(y[unit], 0.0);
    }
    x = y;
  }
  return x;
}

}  // namespace mpart::test
