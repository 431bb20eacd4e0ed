#pragma once

#include <algorithm>
#include <vector>

#include "mpart/learner.hpp"
#include "mpart/types.hpp"

namespace mpart {

// Every node, one after the other.
class PlainScan {
 public:
  explicit PlainScan(const Parameters& parameters) : parameters_(parameters) {}

  void set(NodeIndex j, const std::vector<double>& input) {
    if (weights_.size() <= j) weights_.resize(j + 1);
    weights_[j] = input;
  }

  void learn(NodeIndex j, const std::vector<double>& input) {
    for (std::size_t k = 0; k < input.size(); ++k) {
      double& w = weights_[j][k];
      w = parameters_.beta * std::min(input[k], w) + (1 - parameters_.beta) * w;
    }
  }

  void look(const std::vector<double>& input) {
    activated.clear();
    winner = nearest = kNoNode;
    double winning = -1;
    double highest = -1;
    const double n = static_cast<double>(input.size()) / 2;
    for (NodeIndex j = 0; j < weights_.size(); ++j) {
      double overlap = 0;
      double norm = 0;
      for (std::size_t k = 0; k < input.size(); ++k) {
        overlap += std::min(weights_[j][k], input[k]);
        norm += weights_[j][k];
      }
      const double choice = overlap / (parameters_.alpha + norm);
      if (choice > highest) {
        highest = choice;
        nearest = j;
      }
      if (overlap < (parameters_.rho - 1e-12) * n) continue;
      activated.push_back(j);
      if (choice > winning) {
        winning = choice;
        winner = j;
      }
    }
  }

  std::vector<NodeIndex> activated;
  NodeIndex winner = kNoNode;   // of the activated nodes
  NodeIndex nearest = kNoNode;  // of all

 private:
  const Parameters& parameters_;
  std::vector<std::vector<double>> weights_;
};

}  // namespace mpart
