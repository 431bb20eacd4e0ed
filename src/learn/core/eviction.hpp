#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/core/graph/topology.hpp"
#include "learn/core/messages/label_densities.hpp"

namespace mpart {

// A label was paid for: it counts as this many wins when a node has to go.
inline constexpr double kWinsPerLabel = 100;

// The node to go when the model is full: the one with the fewest wins (labels counting as
// kWinsPerLabel each) per sample since it last won. So a node that won ten times may be silent ten
// times as long as one that won once, chance hits go first, and regions that the stream has left go
// in the end. Equal nodes: the lowest index. REQUIRES: at least one node.
NodeIndex choose_victim(const Topology& topology, const LabelDensities& labels,
                        std::span<const std::uint64_t> last_win, std::uint64_t now);

// By index, those that are left when all but `most` have to go.
std::vector<NodeIndex> most_worthy(const Topology& topology, const LabelDensities& labels,
                                   std::span<const std::uint64_t> last_win, std::uint64_t now,
                                   std::size_t most);

}  // namespace mpart
