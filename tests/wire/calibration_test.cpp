#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "mpart/prediction.hpp"

namespace mpart {
namespace {

Prediction said(Calibration calibration, std::vector<double> probability, double per_class = 2) {
  Prediction prediction;
  prediction.known = true;
  prediction.best = static_cast<ClassIndex>(
      std::max_element(probability.begin(), probability.end()) - probability.begin());
  prediction.probability = std::move(probability);
  prediction.mass = 1;
  prediction.labels_per_class = per_class;
  prediction.calibration = calibration;
  return prediction;
}

std::vector<double> calibrated(const Prediction& prediction) {
  std::vector<double> out;
  calibrate(prediction, out);
  return out;
}

TEST(Calibration, KeepsTheOrderAndTheSum) {
  const std::vector<double> raw = {0.25, 0, 0.5, 0.25, 0};
  for (const Calibration kind : {Calibration::kMpart, Calibration::kPlus}) {
    const std::vector<double> out = calibrated(said(kind, raw));
    EXPECT_NEAR(std::accumulate(out.begin(), out.end(), 0.0), 1, 1e-12);
    EXPECT_GT(out[2], out[0]);
    EXPECT_EQ(out[0], out[3]);
    EXPECT_GT(out[0], out[1]);
    EXPECT_EQ(out[1], out[4]);
    EXPECT_GT(out[1], 0);
  }
}

TEST(Calibration, OneLabelAClassIsRightInFourOfFive) {
  // doubt = 1 / (1 + 1.45), of which the other class has half
  const Prediction prediction = said(Calibration::kMpart, {1, 0}, 1);
  EXPECT_NEAR(calibrated_best(prediction), 1 - 0.5 / 2.45, 1e-12);
}

TEST(Calibration, MoreLabelsAndMoreMassAreMoreCertain) {
  for (const Calibration kind : {Calibration::kMpart, Calibration::kPlus}) {
    EXPECT_LT(calibrated_best(said(kind, {1, 0, 0}, 1)),
              calibrated_best(said(kind, {1, 0, 0}, 10)));
    EXPECT_GT(calibrated_best(said(kind, {1, 0, 0}, 1e6)), 0.9999);
  }
  Prediction far = said(Calibration::kPlus, {1, 0, 0});
  far.mass = 1e-3;
  EXPECT_LT(calibrated_best(far), calibrated_best(said(Calibration::kPlus, {1, 0, 0})));
}

TEST(Calibration, TheOnlyClassIsCertain) {
  EXPECT_EQ(calibrated(said(Calibration::kMpart, {1})), std::vector{1.0});
}

TEST(Calibration, WhatIsUnknownOrOfAnotherLearnerStaysAsItIs) {
  const std::vector<double> raw = {0.75, 0.25};
  EXPECT_EQ(calibrated(said(Calibration::kNone, raw)), raw);
  Prediction unknown = said(Calibration::kMpart, raw);
  unknown.known = false;
  EXPECT_EQ(calibrated(unknown), raw);
  EXPECT_EQ(calibrated_best(unknown), 0);
}

}  // namespace
}  // namespace mpart
