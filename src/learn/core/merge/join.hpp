#pragma once

#include <span>
#include <vector>

#include "learn/core/art/node_table.hpp"
#include "learn/core/graph/topology.hpp"
#include "mpart/parameters.hpp"

namespace mpart {

// One of the models that are merged.
struct MergePart {
  const NodeTable& nodes;
  const Topology& topology;
  std::vector<NodeIndex> place{};  // by node: where it is in the merged model
};

// The boxes of all parts, the largest first. One that lies inside a box of another part is joined
// with it: with the smallest, if there are several. Fills the places.
NodeTable join_boxes(std::span<MergePart> parts, const Parameters& parameters);

// Wins and coactivations of all parts, added up where nodes were joined. Nodes of different parts
// never were active together; they get the coactivations that would be expected had every part seen
// the samples of the others: those of a node are taken to lie evenly in its box.
Topology join_graphs(std::span<const MergePart> parts, const NodeTable& merged,
                     const Parameters& parameters);

}  // namespace mpart
