#pragma once

#include "learn/graph/topology.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// L-layer message passing towards one node, Equation (4). It is linear,
//   X_J^(L) = sum_i k_i X_i   with k = row J of (I + delta E)^L,
// and k is the same for the density and for every class. So k is expanded once, from J outwards;
// afterwards scratch.reached lists the nodes i and scratch.reach[i] is k_i.
void expand(const Topology& topology, NodeIndex target, std::uint32_t layers, double delta,
            Scratch& scratch);

// Makes the scratch ready for the next expand(): only what was reached is cleared.
void forget(Scratch& scratch);

}  // namespace mpart
