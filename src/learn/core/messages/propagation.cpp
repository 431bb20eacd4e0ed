#include "learn/core/messages/propagation.hpp"

#include <algorithm>
#include <bit>

namespace mpart {

namespace {

// The reach of a node that no message has come to, told from all others by its sign bit: with
// anything added, even 0, it is gone.
constexpr double kUnreached = -0.0;

void make_room(const Topology& topology, std::size_t targets, Buffers& scratch) {
  if (scratch.reach.size() < topology.size()) {
    scratch.reach.resize(topology.size(), kUnreached);
  }
  scratch.reached.resize(std::max(scratch.reached.size(), targets));
}

// From the first `count` nodes in scratch.reached, which have their reach, `layers` edges further.
std::span<const NodeIndex> expand_reached(const Topology& topology, std::size_t count,
                                          std::uint32_t layers, double delta, Buffers& scratch) {
  const EdgeLists& lists = topology.lists();
  double* reach = scratch.reach.data();
  std::vector<NodeIndex>& reached = scratch.reached;
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

}  // namespace

std::span<const NodeIndex> expand(const Topology& topology, NodeIndex target, std::uint32_t layers,
                                  double delta, Buffers& scratch) {
  make_room(topology, 1, scratch);
  scratch.reach[target] = 1;
  scratch.reached[0] = target;
  return expand_reached(topology, 1, layers, delta, scratch);
}

std::span<const NodeIndex> expand(const Topology& topology,
                                  std::span<const std::pair<double, NodeIndex>> targets,
                                  std::uint32_t layers, double delta, Buffers& scratch) {
  make_room(topology, targets.size(), scratch);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    scratch.reach[targets[i].second] = targets[i].first;
    scratch.reached[i] = targets[i].second;
  }
  return expand_reached(topology, targets.size(), layers, delta, scratch);
}

void forget(std::span<const NodeIndex> reached, Buffers& scratch) {
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
