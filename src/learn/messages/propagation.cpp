#include "learn/messages/propagation.hpp"

#include <algorithm>
#include <bit>

namespace mpart {

namespace {

// The reach of a node that no message has come to, told from all others by its sign bit: with
// anything added, even 0, it is gone.
constexpr double kUnreached = -0.0;

}  // namespace

std::span<const NodeIndex> expand(const Topology& topology, NodeIndex target, std::uint32_t layers,
                                  double delta, Scratch& scratch) {
  if (scratch.reach.size() < topology.size()) {
    scratch.reach.resize(topology.size(), kUnreached);
  }
  const EdgeLists& lists = topology.lists();
  double* reach = scratch.reach.data();
  std::vector<NodeIndex>& reached = scratch.reached;
  reached.resize(std::max<std::size_t>(reached.size(), 1));
  reach[target] = 1;
  reached[0] = target;
  std::size_t count = 1;
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    scratch.layer.resize(count);
    for (std::size_t i = 0; i < count; ++i) scratch.layer[i] = delta * reach[reached[i]];
    for (std::size_t i = 0; i < scratch.layer.size(); ++i) {
      const double message = scratch.layer[i];
      if (reached.size() < count + lists.size(reached[i]) + 1) {
        reached.resize(2 * (count + lists.size(reached[i])));
      }
      NodeIndex* next = reached.data() + count;  // one more is written than is kept
      for (std::uint32_t b = lists.first_block(reached[i]); b != EdgeLists::kEnd;) {
        const EdgeLists::Block& block = lists.block(b);
        for (std::uint32_t e = 0; e < EdgeLists::Block::kEdges; ++e) {
          // Whether a node is new cannot be predicted, so there is no branch.
          const NodeIndex to = block.to[e];
          const double before = reach[to];
          *next = to;
          next += std::bit_cast<std::uint64_t>(before) >> 63;
          reach[to] = before + message * block.weight[e];
        }
        b = block.next;
      }
      count = static_cast<std::size_t>(next - reached.data());
    }
  }
  return {reached.data(), count};
}

void forget(std::span<const NodeIndex> reached, Scratch& scratch) {
  for (const NodeIndex j : reached) scratch.reach[j] = kUnreached;
}

void propagate(const Topology& topology, std::uint32_t layers, double delta, std::size_t columns,
               std::vector<double>& x) {
  std::vector<double> next;
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    next = x;
    for (NodeIndex j = 0; j < topology.size(); ++j) {
      double* to = next.data() + j * columns;
      for (const Topology::Edge& edge : topology.edges(j)) {
        const double* from = x.data() + edge.to * columns;
        for (std::size_t c = 0; c < columns; ++c) to[c] += delta * edge.weight * from[c];
      }
    }
    x.swap(next);
  }
}

}  // namespace mpart
