#pragma once

#include <span>
#include <utility>
#include <vector>

#include "learn/core/graph/topology.hpp"
#include "learn/core/scratch.hpp"
#include "mpart/parameters.hpp"

namespace mpart {

// L-layer message passing towards one node, Equation (4). It is linear,
//   X_J^(L) = sum_i k_i X_i   with k = row J of (I + delta E)^L,
// and k is the same for the density and for every class. So k is expanded once, from J outwards:
// returns the nodes i that a walk of L edges can reach, in order of discovery; scratch.reach[i] is
// k_i.
std::span<const NodeIndex> expand(const Topology& topology, NodeIndex target, std::uint32_t layers,
                                  double delta, Buffers& scratch);

// The same towards several nodes at once, (weight, node): the weighted sum of their k.
std::span<const NodeIndex> expand(const Topology& topology,
                                  std::span<const std::pair<double, NodeIndex>> targets,
                                  std::uint32_t layers, double delta, Buffers& scratch);

// Makes the scratch ready for the next expand(): only what was reached is cleared.
void forget(std::span<const NodeIndex> reached, Buffers& scratch);

// The same towards every node at once: x [node][columns] becomes X^(L).
void propagate(const Topology& topology, std::uint32_t layers, double delta, std::size_t columns,
               std::vector<double>& x);

}  // namespace mpart
