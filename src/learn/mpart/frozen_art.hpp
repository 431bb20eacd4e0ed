#pragma once

#include <string>
#include <vector>

#include "learn/core/art/node_table.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "mpart/frozen.hpp"
#include "mpart/parameters.hpp"

namespace mpart {

// Nodes of Fuzzy ART, each with its answer.
class FrozenArt : public Frozen {
 public:
  FrozenArt(Parameters parameters, const NodeTable& nodes, const LabelDensities& labels);

  // Node by node, in order: mass [classes] and the density that message passing gives it.
  void add_answer(std::span<const double> mass, double density);

  std::size_t width() const override { return nodes_.width() / 2; }
  const std::vector<std::string>& classes() const override { return labels_.classes(); }
  void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const override;

 private:
  struct Answer {
    bool known = false;
    ClassIndex best = kNoClass;
    double mass = 0, epistemic = 1, aleatoric = 0, uncertainty = 0, density = 0, score = 0;
  };

  Parameters parameters_;
  NodeTable nodes_;
  LabelDensities labels_;  // its classes alone, without nodes
  std::vector<Answer> answers_;
  std::vector<double> probabilities_;  // [node][class]
  Prediction scored_;                  // while answers are added
};

}  // namespace mpart
