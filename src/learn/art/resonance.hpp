#pragma once

#include "learn/art/node_table.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// Finds the nodes that the coded sample in scratch.input activates, M_j >= rho, into
// scratch.activated by index, and returns the one of them with the highest choice T_j, Equation
// (1). kNoNode if none is activated. Equal choices go to the lowest index.
NodeIndex resonate(const NodeTable& nodes, const Parameters& parameters, Scratch& scratch);

// The node with the highest T_j, activated or not. Equal choices go to the lowest index.
NodeIndex nearest(const NodeTable& nodes, const Parameters& parameters, Scratch& scratch);

}  // namespace mpart
