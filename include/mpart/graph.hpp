#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mpart/types.hpp"

namespace mpart {

// A copy of what a learner has built, for people and other programs to look at.
struct Graph {
  struct Node {
    NodeIndex index = 0;
    NodeId id = 0;
    std::vector<double> lower, upper;                   // corners of its box
    std::uint64_t wins = 0;                             // d_i
    std::vector<std::pair<ClassIndex, double>> labels;  // q_i, classes with a label only
    ClassIndex predicted = kNoClass;                    // what the node answers; kNoClass: unknown
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;  // positions in `nodes`, from < to
    std::uint64_t count = 0;         // c_ij
    double weight = 0;               // e_ij
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<std::string> classes;
};

}  // namespace mpart
