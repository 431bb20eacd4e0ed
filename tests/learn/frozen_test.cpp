#include "mpart/frozen.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "mpart/error.hpp"
#include "reference/compare.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;

void train(Learner& learner, Shape shape, std::size_t width, std::size_t length, Draw& draw) {
  RandomStream stream(shape, width, draw);
  Prediction out;
  for (std::size_t t = 0; t < length; ++t) {
    const std::vector<double>& values = stream.next();
    learner.observe(values, out);
    if (draw.chance(0.05)) learner.teach(values, std::to_string(draw.below(6)));
  }
}

std::vector<double> draw_rows(std::size_t count, std::size_t width, Draw& draw) {
  std::vector<double> rows(count * width);
  for (double& value : rows) value = 1.2 * draw.uniform() - 0.1;
  return rows;
}

// A learner that has seen something, frozen, and samples to ask about.
struct Asked {
  Asked(Shape shape, std::size_t seen, std::size_t count) {
    train(*learner, shape, 4, seen, draw);
    frozen = as<Freezable>(*learner)->freeze();
    rows = draw_rows(count, 4, draw);
  }

  Draw draw{1};
  std::unique_ptr<Learner> learner = make_learner({});
  std::unique_ptr<const Frozen> frozen;
  std::vector<double> rows;
};

TEST(Frozen, SaysWhatTheLearnerSays) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Draw draw(seed);
    Parameters parameters;
    parameters.rho = draw.of({0.5, 0.8, 0.9, 0.95});
    parameters.layers = static_cast<std::uint32_t>(draw.below(6));
    parameters.delta = draw.of({0.0, 0.1, 1.0});
    parameters.max_nodes = draw.chance(0.3) ? 30 : 0;
    parameters.density_weighting = draw.chance(0.7);
    const std::size_t width = 1 + draw.below(6);
    auto learner = make_learner(parameters);
    train(*learner, draw.of({Shape::kUniform, Shape::kClustered, Shape::kGrid}), width,
          1 + draw.below(400), draw);
    const auto frozen = as<Freezable>(*learner)->freeze();
    EXPECT_EQ(frozen->width(), width);
    EXPECT_EQ(frozen->classes(), learner->classes());
    Scratch scratch;
    Prediction expected;
    Prediction found;
    for (int i = 0; i < 50; ++i) {
      const std::vector<double> values = draw_rows(1, width, draw);
      learner->predict(values, scratch, expected);
      frozen->predict(values, scratch, found);
      reference::expect_same(found, expected, "seed " + std::to_string(seed));
      EXPECT_NEAR(calibrated_best(found), calibrated_best(expected), 1e-9);
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST(Frozen, AnEmptyLearnerAnswersUnknown) {
  const auto frozen = as<Freezable>(*make_learner({}))->freeze();
  Scratch scratch;
  Prediction out;
  frozen->predict(std::vector{0.1, 0.2}, scratch, out);
  EXPECT_EQ(out.winner, kNoNode);
  EXPECT_FALSE(out.known);
  EXPECT_EQ(out.best, kNoClass);
}

TEST(Frozen, PredictsManyInAnyNumberOfThreads) {
  const Asked asked(Shape::kClustered, 1000, 5000);
  std::vector<Prediction> alone(5000);
  std::vector<Prediction> together(5000);
  asked.frozen->predict_all(asked.rows, alone, 1);
  for (const std::size_t threads : {0, 2, 3, 100}) {
    asked.frozen->predict_all(asked.rows, together, threads);
    for (std::size_t i = 0; i < alone.size(); ++i) {
      ASSERT_EQ(together[i].winner, alone[i].winner);
      ASSERT_EQ(together[i].probability, alone[i].probability);
      ASSERT_EQ(together[i].score, alone[i].score);
    }
  }
  asked.frozen->predict_all({}, {}, 2);
}

TEST(Frozen, NamesTheBadRow) {
  Asked asked(Shape::kClustered, 100, 5000);
  const Frozen* const frozen = asked.frozen.get();
  std::vector<double>& rows = asked.rows;
  std::vector<Prediction> out(5000);
  rows[4 * 4321 + 2] = std::nan("");
  try {
    frozen->predict_all(rows, out, 2);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "row 4322: column 3 is not finite");
  }
  EXPECT_THROW(frozen->predict_all(std::span(rows).first(7), std::span(out).first(2)), Error);
  EXPECT_THROW(frozen->predict_all(std::span(rows).first(6), std::span(out).first(2)), Error);
}

TEST(Frozen, DoesNotChangeWhileTheLearnerGoesOn) {
  Asked asked(Shape::kUniform, 500, 2000);
  std::vector<Prediction> before(2000);
  std::vector<Prediction> beside(2000);
  asked.frozen->predict_all(asked.rows, before, 1);
  std::atomic<bool> done = false;
  std::thread other([&] {
    do {
      asked.frozen->predict_all(asked.rows, beside, 2);
    } while (!done);
  });
  train(*asked.learner, Shape::kUniform, 4, 2000, asked.draw);
  asked.learner.reset();
  done = true;
  other.join();
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(beside[i].winner, before[i].winner);
    ASSERT_EQ(beside[i].probability, before[i].probability);
  }
}

TEST(Frozen, LearnersThatNeedTheSampleItselfCannotBeFrozen) {
  for (const char* name : {"nearest", "knn"}) {
    Parameters parameters;
    parameters.learner = name;
    EXPECT_EQ(as<Freezable>(*make_learner(parameters)), nullptr);
  }
}

}  // namespace
}  // namespace mpart
