#include "prepare/curve_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mpart/error.hpp"
#include "prepare/umap_fixture.hpp"

namespace mpart::embed {
namespace {

double squared_error(double a, double b, double min_dist, double spread) {
  double sum = 0;
  for (int i = 0; i < 300; ++i) {
    const double x = 3 * spread * i / 299;
    const double target = x < min_dist ? 1 : std::exp(-(x - min_dist) / spread);
    const double error = target - 1 / (1 + a * std::pow(x, 2 * b));
    sum += error * error;
  }
  return sum;
}

// Looks around the best place so far, in ever smaller steps.
Curve slow_fit(double min_dist, double spread) {
  Curve best;
  for (double step = 0.5; step > 1e-7;) {
    const Curve around[] = {{best.a * (1 + step), best.b},
                            {best.a / (1 + step), best.b},
                            {best.a, best.b * (1 + step)},
                            {best.a, best.b / (1 + step)}};
    bool better = false;
    for (const Curve& curve : around) {
      if (squared_error(curve.a, curve.b, min_dist, spread) <
          squared_error(best.a, best.b, min_dist, spread)) {
        best = curve;
        better = true;
      }
    }
    if (!better) step /= 2;
  }
  return best;
}

void expect_bad_use(double min_dist, double spread, const std::string& message) {
  try {
    fit_curve(min_dist, spread);
    FAIL() << "no error for " << min_dist << ", " << spread;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument);
    EXPECT_EQ(error.what(), message);
  }
}

TEST(CurveFit, GivesThePublishedValues) {
  const Curve curve = fit_curve(0.1, 1);
  EXPECT_NEAR(curve.a, 1.577, 5e-4);
  EXPECT_NEAR(curve.b, 0.895, 5e-4);
}

TEST(CurveFit, AgreesWithUmapLearn) {
  const auto lines = umap_fixture("curve");  // min_dist, spread, a, b
  ASSERT_EQ(lines.size(), 6U);
  for (const auto& line : lines) {
    const Curve curve = fit_curve(line[0], line[1]);
    EXPECT_NEAR(curve.a, line[2], 1e-5 * line[2]) << line[0] << ", " << line[1];
    EXPECT_NEAR(curve.b, line[3], 1e-5 * line[3]) << line[0] << ", " << line[1];
  }
}

TEST(CurveFit, AgreesWithASearchByTrial) {
  for (const double min_dist : {0.0, 0.05, 0.3, 0.8, 1.0}) {
    const Curve curve = fit_curve(min_dist, 1);
    const Curve slow = slow_fit(min_dist, 1);
    EXPECT_NEAR(curve.a, slow.a, 1e-4) << min_dist;
    EXPECT_NEAR(curve.b, slow.b, 1e-4) << min_dist;
  }
}

TEST(CurveFit, KeepsItsShapeInOtherUnits) {
  for (const double spread : {1e-6, 0.01, 1000.0, 1e6}) {
    const Curve curve = fit_curve(0.1 * spread, spread);
    const Curve unit = fit_curve(0.1, 1);
    for (const double x : {0.01, 0.5, 2.0}) {
      EXPECT_NEAR(curve.a * std::pow(x * spread, 2 * curve.b), unit.a * std::pow(x, 2 * unit.b),
                  1e-6);
    }
  }
}

TEST(CurveFit, RefusesDistancesThatMakeNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  expect_bad_use(-0.1, 1, "min_dist -0.100000: 0 to the spread (1.000000) expected");
  expect_bad_use(1.5, 1, "min_dist 1.500000: 0 to the spread (1.000000) expected");
  expect_bad_use(nan, 1, "min_dist nan: 0 to the spread (1.000000) expected");
  expect_bad_use(0, 0, "spread 0.000000: a number above 0 expected");
  expect_bad_use(0, -1, "spread -1.000000: a number above 0 expected");
  expect_bad_use(0, nan, "spread nan: a number above 0 expected");
  expect_bad_use(0, infinity, "spread inf: a number above 0 expected");
}

}  // namespace
}  // namespace mpart::embed
