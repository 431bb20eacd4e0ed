#include "learn/plus/frozen_plus.hpp"

#include <numeric>

#include "learn/core/art/resonance.hpp"
#include "learn/core/scoring.hpp"
#include "learn/plus/soft_answer.hpp"

namespace mpart {

void FrozenPlus::predict(std::span<const double> values, Scratch& scratch, Prediction& out) const {
  const auto& [parameters, answers, far, nodes, labels, balance, messages] = parts_;
  Buffers& buffers = scratch.buffers();
  find_winner(nodes, parameters, values, buffers, out);
  out.created = false;
  out.calibration = Calibration::kPlus;
  out.density = 0;
  out.probability.assign(classes().size(), 0.0);
  double mass = 0;
  if (out.winner != kNoNode) {
    find_speakers(nodes, parameters, answers, out.winner, buffers);
    for (const auto& [weight, node] : buffers.best) {
      const double* row = messages.data() + node * (classes().size() + 1);
      for (std::size_t y = 0; y < classes().size(); ++y) out.probability[y] += weight * row[y];
      out.density += weight * row[classes().size()];
    }
    mass = std::accumulate(out.probability.begin(), out.probability.end(), 0.0);
    if (far && mass < kFaint) {
      mass += add_nearest_label(nodes, labels, buffers.input, out.probability);
    }
    balance.apply(out.probability);
  }
  score_prediction(labels, parameters, mass, out);
}

}  // namespace mpart
