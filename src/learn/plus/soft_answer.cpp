#include "learn/plus/soft_answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "learn/core/art/resonance.hpp"

namespace mpart {

namespace {

constexpr double kSharpness = 50;
constexpr double kReach = 1.25;  // in reaches of an active node

}  // namespace

void find_speakers(const NodeTable& nodes, const Parameters& parameters, std::uint32_t count,
                   NodeIndex winner, Buffers& scratch) {
  if (count > 1) {
    best_near(nodes, parameters, count, 1 - kReach * (1 - parameters.rho), scratch);
  } else {
    scratch.best.clear();
  }
  if (scratch.best.empty()) scratch.best.assign(1, {1, winner});
  const double highest = scratch.best.front().first;
  double sum = 0;
  for (auto& [weight, node] : scratch.best) {
    weight = std::exp(kSharpness * (weight - highest));
    sum += weight;
  }
  for (auto& [weight, node] : scratch.best) weight /= sum;
}

double add_nearest_label(const NodeTable& nodes, const LabelDensities& labels,
                         std::span<const double> input, std::span<double> mass) {
  NodeIndex nearest = kNoNode;
  double least = std::numeric_limits<double>::infinity();
  for (const NodeIndex j : labels.labelled()) {
    if (labels.at(j).empty()) continue;
    const double distance = nodes.distance(j, input);
    if (distance < least || (distance == least && j < nearest)) {
      least = distance;
      nearest = j;
    }
  }
  if (nearest == kNoNode) return 0;
  const double each = kFaint / static_cast<double>(labels.total(nearest));
  for (const LabelCount& density : labels.at(nearest)) {
    mass[density.label] += each * static_cast<double>(density.count);
  }
  return kFaint;
}

}  // namespace mpart
