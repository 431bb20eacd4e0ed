#pragma once

#include <span>

#include "learn/merge/part.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// Wins and coactivations of all parts, added up where nodes were joined. Nodes of different parts
// never were active together; they get the coactivations that would be expected had every part seen
// the samples of the others: those of a node are taken to lie evenly in its box.
Topology join_graphs(std::span<const MergePart> parts, const NodeTable& merged,
                     const Parameters& parameters);

}  // namespace mpart
