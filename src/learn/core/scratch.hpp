#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mpart/scratch.hpp"
#include "mpart/types.hpp"

namespace mpart {

// Learners fill and read these; each keeps its memory from one sample to the next.
struct Scratch::Buffers {
  std::vector<double> scaled;                            // sample in [0,1]
  std::vector<double> input;                             // complement-coded sample
  std::vector<std::uint16_t> coarse;                     // the same in 16 bits
  std::vector<NodeIndex> activated;                      // nodes that pass vigilance
  std::vector<std::uint32_t> groups;                     // groups of nodes still to be searched
  std::vector<std::pair<double, std::uint32_t>> bounds;  // the same, with the best T_j in them
  std::vector<NodeIndex> near;                           // nodes to be looked at more closely
  std::vector<std::pair<double, NodeIndex>> best;        // the best of them, with T_j or a weight
  std::vector<double> reach;       // k_j of message passing, -0.0 where not reached
  std::vector<NodeIndex> reached;  // nodes that messages come from, in order of discovery, and room
  std::vector<double> layer;       // delta k of the layer before, by position in `reached`
};

using Buffers = Scratch::Buffers;

}  // namespace mpart
