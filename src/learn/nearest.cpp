#include "learn/nearest.hpp"

#include <algorithm>
#include <limits>

#include "learn/judgement.hpp"

namespace mpart {

double Nearest::gather(NodeIndex winner, Scratch& scratch, Prediction& out) const {
  out.density = static_cast<double>(topology().wins(winner));
  NodeIndex best = kNoNode;
  double least = std::numeric_limits<double>::infinity();
  for (NodeIndex j = 0; j < nodes().size(); ++j) {
    if (labels().at(j).empty()) continue;
    const double found = distance(j, scratch.input);
    if (found < least || (found == least && j == winner)) {
      least = found;
      best = j;
    }
  }
  if (best == kNoNode) return 0;
  const double weight = weight_at(least, width(), parameters());
  double mass = 0;
  for (const LabelDensities::Density& density : labels().at(best)) {
    out.probability[density.label] = weight * static_cast<double>(density.count);
    mass += out.probability[density.label];
  }
  return mass;
}

// L1 distance from a coded sample to the box of node j. Inside, both halves of w are below I.
double Nearest::distance(NodeIndex j, std::span<const double> input) const {
  double sum = 0;
  for (std::size_t k = 0; k < input.size(); ++k) {
    sum += std::max(0.0, nodes().weights(j)[k] - input[k]);
  }
  return sum;
}

}  // namespace mpart
