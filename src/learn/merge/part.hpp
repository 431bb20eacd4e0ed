#pragma once

#include <vector>

#include "learn/art/node_table.hpp"
#include "learn/graph/topology.hpp"
#include "mpart/types.hpp"

namespace mpart {

// One of the models that are merged.
struct MergePart {
  const NodeTable& nodes;
  const Topology& topology;
  std::vector<NodeIndex> place{};  // by node: where it is in the merged model
};

}  // namespace mpart
