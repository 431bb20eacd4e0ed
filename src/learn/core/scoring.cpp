#include "learn/core/scoring.hpp"

#include <algorithm>
#include <cmath>

namespace mpart {

void score_prediction(const LabelDensities& labels, const Parameters& parameters, double mass,
                      Prediction& out) {
  const std::size_t known_classes = labels.known_count();
  out.mass = mass;
  out.known = mass > 0;
  out.labels_per_class = known_classes == 0 ? 0
                                            : static_cast<double>(labels.received()) /
                                                  static_cast<double>(known_classes);
  double entropy = 0;
  for (ClassIndex y = 0; y < out.probability.size(); ++y) {
    double& p = out.probability[y];
    if (out.known) {
      p /= mass;
    } else if (labels.known(y)) {
      p = 1 / static_cast<double>(known_classes);
    }
    if (p > 0) entropy -= p * std::log(p);
  }
  const auto best = std::max_element(out.probability.begin(), out.probability.end());
  out.best =
      known_classes == 0 ? kNoClass : static_cast<ClassIndex>(best - out.probability.begin());

  out.epistemic = 1 - std::tanh(parameters.ke * mass);
  out.aleatoric = known_classes > 1 ? entropy / std::log(static_cast<double>(known_classes)) : 0;
  out.uncertainty = parameters.tau * out.epistemic + (1 - parameters.tau) * out.aleatoric;
  out.score = parameters.density_weighting
                  ? std::tanh(parameters.kd * out.density) * out.uncertainty
                  : out.uncertainty;
}

double weight_at(double distance, std::size_t width, const Parameters& parameters) {
  const double reach = static_cast<double>(width) * std::max(1 - parameters.rho, 1e-6);
  return 1 / (1 + distance / reach);
}

}  // namespace mpart
