#pragma once

#include <cstddef>
#include <span>

namespace mpart {

// Nodes stand side by side in blocks of kLanes, so that one instruction serves several of them
// whatever the dimension is.
inline constexpr std::size_t kLanes = 8;

// The same value of kLanes nodes. 64 bytes: a line of the cache, and a vector of AVX-512.
struct alignas(64) Row {
  double lane[kLanes];
};

// |I ^ w| of every lane: the sum of min(I_k, w_k) over k, in the order of k.
//   rows     [block_count][input.size() + 1]: the weights, and a row that is left out
//   overlap  [block_count][kLanes]
void overlap_of_blocks(std::span<const double> input, const Row* rows, std::size_t block_count,
                       double* overlap);

}  // namespace mpart
