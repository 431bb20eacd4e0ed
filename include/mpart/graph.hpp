#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mpart/types.hpp"

namespace mpart {

// A copy of the nodes and edges of a learner, to inspect, draw or export.
struct Graph {
  struct Node {
    NodeIndex index = 0;
    NodeId id = 0;
    std::vector<double> lower, upper;                   // corners of its box
    std::uint64_t wins = 0;                             // samples won, d_i
    std::vector<std::pair<ClassIndex, double>> labels;  // q_i, of classes with a label
    ClassIndex predicted = kNoClass;                    // class of the node; kNoClass: unknown
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;  // positions in `nodes`, from < to
    std::uint64_t count = 0;         // times both were active, c_ij
    double weight = 0;               // e_ij
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<std::string> classes;
};

}  // namespace mpart
