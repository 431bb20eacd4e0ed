#pragma once

#include <cstdint>
#include <span>

namespace mpart {

// Values of [0,1] in 16 bits, for a first look at many nodes. An input is rounded down, a weight is
// rounded up: what seems too far away is too far away.
inline constexpr double kCoarseUnits = 65534;  // of 1

inline std::uint16_t coarse_input(double value) {
  return static_cast<std::uint16_t>(value * kCoarseUnits);
}
inline std::uint16_t coarse_weight(double value) {
  return static_cast<std::uint16_t>(coarse_input(value) + 1);
}

// The same value of several nodes, side by side. 64 bytes: a line of the cache, and a vector of
// AVX-512.
struct alignas(64) CoarseRow {
  static constexpr std::size_t kLanes = 32;
  std::uint16_t lane[kLanes];
};

inline constexpr std::uint32_t kNoLimit = ~std::uint32_t{0};

// |I| - |I ^ w|, the distance to a box, of every lane: the sum of max(I_k - w_k, 0) over k.
//   rows      [input.size()]
//   distance  [CoarseRow::kLanes], in coarse units
// Returns a bit for each lane whose distance is not above `limit`; where there is none, distances
// may be unfinished.
std::uint32_t coarse_distances(std::span<const std::uint16_t> input, const CoarseRow* rows,
                               std::uint32_t limit, std::uint32_t* distance);

}  // namespace mpart
