#pragma once

#include <span>

#include "learn/art/node_table.hpp"
#include "mpart/learner.hpp"
#include "mpart/prediction.hpp"

namespace mpart {

// Codes a sample and finds the activated nodes and the winner among them: kNoNode if there is none.
// Throws Error(kBadInput) for the wrong width or a value that is not finite.
void find_active(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Scratch& scratch, Prediction& out);

// The same, but where nothing is activated the highest choice of all nodes wins.
void find_winner(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Scratch& scratch, Prediction& out);

}  // namespace mpart
