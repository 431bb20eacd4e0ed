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

// The `count` nodes with the highest T_j of those with M_j >= vigilance, into scratch.best as
// (T_j, j), highest first; fewer if there are not as many. Equal choices: the lowest index first.
void best_near(const NodeTable& nodes, const Parameters& parameters, std::size_t count,
               double vigilance, Scratch& scratch);

}  // namespace mpart
