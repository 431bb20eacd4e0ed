#include "learn/core/art/quantized_boxes.hpp"

#include <algorithm>

#include "util/processors.hpp"

namespace mpart {

MPART_COMPILED_FOR("arch=x86-64-v4", "avx2", "default")
std::uint32_t coarse_distances(std::span<const std::uint16_t> input, const CoarseRow* rows,
                               std::uint32_t limit, std::uint32_t* distance) {
  constexpr std::size_t kStep = 16;  // rows between two looks at the limit
  std::uint32_t sum[CoarseRow::kLanes] = {};
  std::uint32_t near = 0;
  for (std::size_t first = 0; first < input.size(); first += kStep) {
    for (const std::uint16_t value : input.subspan(first, std::min(kStep, input.size() - first))) {
#pragma omp simd  // over the lanes: left alone, GCC turns the loop over k into vectors
      for (std::size_t i = 0; i < CoarseRow::kLanes; ++i) {
        sum[i] += static_cast<std::uint16_t>(std::max(value, rows->lane[i]) - rows->lane[i]);
      }
      ++rows;
    }
    near = 0;
#pragma omp simd reduction(| : near)
    for (std::uint32_t i = 0; i < CoarseRow::kLanes; ++i) {
      near |= (sum[i] <= limit ? std::uint32_t{1} : std::uint32_t{0}) << i;
    }
    if (near == 0) break;  // sums only grow
  }
  std::copy_n(sum, CoarseRow::kLanes, distance);
  return near;
}

}  // namespace mpart
