#pragma once

#include <span>

#include "learn/core/art/node_table.hpp"
#include "learn/core/scratch.hpp"
#include "mpart/parameters.hpp"
#include "mpart/prediction.hpp"

namespace mpart {

// Finds the nodes that the coded sample in scratch.input activates, M_j >= rho, into
// scratch.activated by index, and returns the one of them with the highest choice T_j, Equation
// (1). kNoNode if none is activated. Equal choices go to the lowest index.
NodeIndex resonate(const NodeTable& nodes, const Parameters& parameters, Buffers& scratch);

// The node with the highest T_j, activated or not. Equal choices go to the lowest index.
NodeIndex nearest(const NodeTable& nodes, const Parameters& parameters, Buffers& scratch);

// The `count` nodes with the highest T_j of those with M_j >= vigilance, into scratch.best as
// (T_j, j), highest first; fewer if there are not as many. Equal choices: the lowest index first.
void best_near(const NodeTable& nodes, const Parameters& parameters, std::size_t count,
               double vigilance, Buffers& scratch);

// Codes a sample and finds the activated nodes and the winner among them: kNoNode if there is none.
// Throws Error(kInvalidData) for the wrong width or a value that is not finite.
void find_active(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Buffers& scratch, Prediction& out);

// The same, but where nothing is activated the highest choice of all nodes wins.
void find_winner(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Buffers& scratch, Prediction& out);

}  // namespace mpart
