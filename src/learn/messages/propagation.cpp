#include "learn/messages/propagation.hpp"

namespace mpart {

void expand(const Topology& topology, NodeIndex target, std::uint32_t layers, double delta,
            Scratch& scratch) {
  if (scratch.reach.size() < topology.size()) scratch.reach.resize(topology.size(), 0.0);
  std::vector<double>& reach = scratch.reach;
  std::vector<NodeIndex>& reached = scratch.reached;
  reach[target] = 1;
  reached.push_back(target);
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    scratch.layer.resize(reached.size());
    for (std::size_t i = 0; i < scratch.layer.size(); ++i) scratch.layer[i] = reach[reached[i]];
    for (std::size_t i = 0; i < scratch.layer.size(); ++i) {
      const double message = delta * scratch.layer[i];
      for (const Topology::Edge& edge : topology.edges(reached[i])) {
        const double gain = message * edge.weight;
        if (reach[edge.to] == 0) {
          if (gain == 0) continue;  // delta is 0, or the message too faint for a double
          reached.push_back(edge.to);
        }
        reach[edge.to] += gain;
      }
    }
  }
}

void forget(Scratch& scratch) {
  for (const NodeIndex j : scratch.reached) scratch.reach[j] = 0;
  scratch.reached.clear();
}

}  // namespace mpart
