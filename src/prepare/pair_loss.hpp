#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "prepare/curve_fit.hpp"

namespace mpart::embed {

// Two rows of a batch, by their position in it.
struct Pair {
  std::uint32_t from = 0, to = 0;
};

// UMAP's cross-entropy: with q = 1 / (1 + a |u - v|^2b) of a pair (u, v) of embedded rows,
//   loss = -(sum over near of log q + sum over far of log(1 - q)) / number of pairs.
// 1 - q counts as 1e-4 at least: a far pair that lies closer is not pushed.
// z: [rows][dims]; `gradient` becomes the loss by z, of the same shape.
double pair_loss(std::span<const float> z, std::size_t dims, std::span<const Pair> near,
                 std::span<const Pair> far, const Curve& curve, std::vector<float>& gradient);

}  // namespace mpart::embed
