#include "learn/messages/propagation.hpp"

namespace mpart {

std::span<const NodeIndex> expand(const Topology& topology, NodeIndex target, std::uint32_t layers,
                                  double delta, Scratch& scratch) {
  if (scratch.reach.size() < topology.size()) {
    scratch.reach.resize(topology.size(), 0.0);
    scratch.reached.resize(topology.size() + 1);  // one more is written than is kept
  }
  double* reach = scratch.reach.data();
  NodeIndex* reached = scratch.reached.data();
  reach[target] = 1;
  reached[0] = target;
  std::size_t count = 1;
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    scratch.layer.resize(count);
    for (std::size_t i = 0; i < count; ++i) scratch.layer[i] = reach[reached[i]];
    for (std::size_t i = 0; i < scratch.layer.size(); ++i) {
      const double message = delta * scratch.layer[i];
      for (const Topology::Edge& edge : topology.edges(reached[i])) {
        // Whether a node is new cannot be predicted, so there is no branch. A gain of 0 reaches
        // nothing: delta is 0, or the message too faint for a double.
        const double gain = message * edge.weight;
        reached[count] = edge.to;
        count += static_cast<std::size_t>(reach[edge.to] == 0) & static_cast<std::size_t>(gain > 0);
        reach[edge.to] += gain;
      }
    }
  }
  return {reached, count};
}

void forget(std::span<const NodeIndex> reached, Scratch& scratch) {
  for (const NodeIndex j : reached) scratch.reach[j] = 0;
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
