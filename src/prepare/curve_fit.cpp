#include "prepare/curve_fit.hpp"

#include <cmath>
#include <string>

#include "mpart/error.hpp"

namespace mpart::embed {

namespace {

constexpr int kPoints = 300;
constexpr double kRange = 3;
constexpr int kMostIterations = 200;
constexpr double kSettled = 1e-12;  // relative change of a and b

// Sums over all points: residuals r = target - curve and their products with the slopes.
struct Sums {
  double rr = 0;
  double ar = 0, br = 0;          // J^T r
  double aa = 0, ab = 0, bb = 0;  // J^T J
};

// With distances in units of the spread.
Sums sums_of(const Curve& curve, double min_dist) {
  Sums sums;
  for (int i = 0; i < kPoints; ++i) {
    const double x = kRange * i / (kPoints - 1);
    const double target = x < min_dist ? 1 : std::exp(min_dist - x);
    const double power = std::pow(x, 2 * curve.b);
    const double value = 1 / (1 + curve.a * power);
    const double r = target - value;
    const double slope_a = -value * value * power;
    const double slope_b = i == 0 ? 0 : slope_a * curve.a * 2 * std::log(x);
    sums.rr += r * r;
    sums.ar += slope_a * r;
    sums.br += slope_b * r;
    sums.aa += slope_a * slope_a;
    sums.ab += slope_a * slope_b;
    sums.bb += slope_b * slope_b;
  }
  return sums;
}

// Solves (J^T J with its diagonal raised by `damping`) step = J^T r.
Curve damped_step(const Sums& sums, double damping) {
  const double aa = sums.aa * (1 + damping);
  const double bb = sums.bb * (1 + damping);
  const double determinant = aa * bb - sums.ab * sums.ab;
  return {(bb * sums.ar - sums.ab * sums.br) / determinant,
          (aa * sums.br - sums.ab * sums.ar) / determinant};
}

// Levenberg and Marquardt's method.
Curve fit_unit_spread(double min_dist) {
  Curve curve;
  Sums sums = sums_of(curve, min_dist);
  double damping = 1e-3;
  for (int i = 0; i < kMostIterations; ++i) {
    const Curve step = damped_step(sums, damping);
    const Curve next = {curve.a + step.a, curve.b + step.b};
    const bool settled =
        std::abs(step.a) < kSettled * curve.a && std::abs(step.b) < kSettled * curve.b;
    const Sums next_sums = sums_of(next, min_dist);
    if (next.a > 0 && next.b > 0 && next_sums.rr < sums.rr) {
      curve = next;
      sums = next_sums;
      damping /= 10;
    } else {
      damping *= 10;
    }
    if (settled) break;
  }
  return curve;
}

}  // namespace

Curve fit_curve(double min_dist, double spread) {
  if (!(spread > 0) || std::isinf(spread)) {
    throw invalid_argument("spread " + std::to_string(spread) + ": a number above 0 expected");
  }
  if (!(min_dist >= 0 && min_dist <= spread)) {
    throw invalid_argument("min_dist " + std::to_string(min_dist) + ": 0 to the spread (" +
                           std::to_string(spread) + ") expected");
  }
  Curve curve = fit_unit_spread(min_dist / spread);
  curve.a /= std::pow(spread, 2 * curve.b);
  return curve;
}

}  // namespace mpart::embed
