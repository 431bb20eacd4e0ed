#include "learn/art/overlap.hpp"

#include "util/processors.hpp"

namespace mpart {

MPART_COMPILED_FOR("avx512f", "avx2", "default")
void overlap_of_blocks(std::span<const double> input, const Row* rows, std::size_t block_count,
                       double* overlap) {
  for (std::size_t block = 0; block < block_count; ++block) {
    double sum[kLanes] = {};
    for (const double value : input) {
#pragma omp simd  // over the lanes: left alone, GCC turns the loop over k into vectors
      for (std::size_t i = 0; i < kLanes; ++i) {
        sum[i] += rows->lane[i] < value ? rows->lane[i] : value;
      }
      ++rows;
    }
    ++rows;
    for (std::size_t i = 0; i < kLanes; ++i) overlap[i] = sum[i];
    overlap += kLanes;
  }
}

}  // namespace mpart
