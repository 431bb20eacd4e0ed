#include "learn/art/overlap.hpp"

namespace mpart {

#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)  // which runs too late for the choice
// Compiled once for each, chosen when the program starts.
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
void overlap_of_blocks(const double* input, const double* blocks, std::size_t width,
                       std::size_t block_count, double* overlap) {
  for (std::size_t block = 0; block < block_count; ++block) {
    double sum[kLanes] = {};
    for (std::size_t k = 0; k < width; ++k) {
#pragma omp simd  // over the lanes: left alone, GCC turns the loop over k into vectors
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        sum[lane] += blocks[lane] < input[k] ? blocks[lane] : input[k];
      }
      blocks += kLanes;
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) overlap[lane] = sum[lane];
    overlap += kLanes;
  }
}

}  // namespace mpart
