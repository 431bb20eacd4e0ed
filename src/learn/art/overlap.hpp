#pragma once

#include <cstddef>

namespace mpart {

// Nodes stand side by side in blocks of kLanes, so that one instruction serves several of them
// whatever the dimension is: weight k of node j is at [(j / kLanes * width + k) * kLanes + j %
// kLanes].
inline constexpr std::size_t kLanes = 8;

// |I ^ w_j| of every node: the sum of min(I_k, w_jk) over k, in the order of k.
//   input    [width]
//   blocks   [block_count][width][kLanes]
//   overlap  [block_count][kLanes]
void overlap_of_blocks(const double* input, const double* blocks, std::size_t width,
                       std::size_t block_count, double* overlap);

}  // namespace mpart
