#include <cmath>

#include "mpart/prediction.hpp"

namespace mpart {

namespace {

// With few labels nearly every message is about one class, so that the equations give it a
// probability near 1 however rarely it is right. The share
//
//   doubt = 1 / (1 + scale * mass^by_mass * (labels / classes)^by_labels)
//
// of the probability is spread evenly over the classes, and the rest is p^power. Fitted on six
// datasets by the likelihood of being right; docs/probabilities.md has what it gives on others.
struct Curve {
  double scale, by_mass, by_labels, power;
};

// Messages fade quickly in the faithful mode, so its mass says little; its probabilities are
// steeper than they should be.
constexpr Curve kMpartCurve = {1.45, 0, 0.9, 0.5};
// Messages carry further in plus, so its mass says how many labels agree.
constexpr Curve kPlusCurve = {3, 1.0 / 3, 0.86, 1};

}  // namespace

void calibrate(const Prediction& prediction, std::vector<double>& out) {
  out = prediction.probability;
  if (!prediction.known || prediction.calibration == Calibration::kNone) return;
  const Curve& curve = prediction.calibration == Calibration::kPlus ? kPlusCurve : kMpartCurve;
  const double trust = curve.scale * std::pow(prediction.mass, curve.by_mass) *
                       std::pow(prediction.labels_per_class, curve.by_labels);
  const double doubt = 1 / (1 + trust);
  double sum = 0;
  for (double& p : out) sum += p = std::pow(p, curve.power);
  const double spread = doubt / static_cast<double>(out.size());
  for (double& p : out) p = (1 - doubt) * p / sum + spread;
}

double calibrated_best(const Prediction& prediction) {
  if (!prediction.known) return 0;
  std::vector<double> all;
  calibrate(prediction, all);
  return all[prediction.best];
}

}  // namespace mpart
