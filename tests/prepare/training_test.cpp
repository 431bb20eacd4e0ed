#include "prepare/training.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mpart/error.hpp"
#include "prepare/blobs.hpp"
#include "prepare/message_of.hpp"
#include "prepare/neighbours.hpp"
#include "prepare/network.hpp"

namespace mpart::embed {
namespace {

class Training : public testing::Test {
 protected:
  Training() {
    options_.dims = 2;
    options_.epochs = 15;
  }
  Trained train_it(const ProgressCallback& callback = {}) const {
    return train(data_.rows, edges_, fit_curve(0.1, 1), options_, callback);
  }

  test::Labelled data_ = test::blobs(5, 500, 20, 1);
  std::vector<FuzzyEdge> edges_ = fuzzy_set(find_neighbours(data_.rows, 15, 1));
  TrainingOptions options_;
};

TEST_F(Training, LossGoesDown) {
  double first = 0;
  const Trained trained = train_it([&first](const Progress& progress) {
    if (first == 0) first = progress.loss;
    return true;
  });
  EXPECT_LT(trained.loss, 0.5 * first);
  EXPECT_EQ(trained.epochs, 15U);
}

TEST_F(Training, SeparatesClusters) {
  const Matrix z = embed_rows(train_it().encoder, data_.rows);
  EXPECT_GT(test::nearest_agree(z, data_.label), 0.95);
}

TEST_F(Training, SameSeedSameEncoder) {
  options_.epochs = 3;
  EXPECT_EQ(train_it().encoder.dense[0].weights, train_it().encoder.dense[0].weights);
}

TEST_F(Training, OtherSeedOtherEncoder) {
  options_.epochs = 1;
  const Trained one = train_it();
  options_.seed = 2;
  EXPECT_NE(one.encoder.dense[0].weights, train_it().encoder.dense[0].weights);
}

TEST_F(Training, StoppedKeepsTheBestFinishedEpoch) {
  double best = INFINITY, last = 0;
  std::size_t finished = 0;
  const Trained trained = train_it([&](const Progress& progress) {
    if (progress.epoch > finished) {
      best = std::min(best, last);
      finished = progress.epoch;
    }
    last = progress.loss;
    return progress.epoch < 4;
  });
  EXPECT_EQ(trained.epochs, 4U);
  EXPECT_DOUBLE_EQ(trained.loss, best);
}

TEST_F(Training, StoppedAtOnceStillGivesAnEncoder) {
  int calls = 0;
  const Trained trained = train_it([&calls](const Progress&) { return ++calls < 1; });
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(trained.epochs, 0U);
  EXPECT_EQ(trained.encoder.output_width(), 2U);
}

TEST_F(Training, ProgressGoesFromNothingToAll) {
  options_.epochs = 2;
  double share = 0;
  train_it([&share](const Progress& progress) {
    EXPECT_GT(progress.share, share);
    share = progress.share;
    return true;
  });
  EXPECT_DOUBLE_EQ(share, 1);
}

TEST_F(Training, OptionsOutsideTheirRangeAreNamed) {
  options_.epochs = 0;
  EXPECT_EQ(test::message_of([this] { train_it(); }), "epochs: 1 or more expected");
}

TEST(Encoder, CnnIsForSquarePictures) {
  EXPECT_EQ(picture_shape(784)->channels, 1U);
  EXPECT_EQ(picture_shape(3 * 32 * 32)->side, 32U);
  EXPECT_EQ(test::message_of([] {
              Random random(1);
              make_encoder(NetworkKind::kCnn, 50, 2, random);
            }),
            "network cnn: square pictures expected, k*k or 3*k*k values; a row has 50");
}

TEST(Encoder, FoldedInputIsTheSameFunction) {
  const Matrix rows = test::blobs(2, 40, 9, 1).rows;
  for (const NetworkKind kind : {NetworkKind::kMlp, NetworkKind::kCnn}) {
    Random random(1);
    Encoder encoder = make_encoder(kind, 9, 2, random);
    InputScale scale = input_scale(rows);
    if (kind == NetworkKind::kCnn) scale.mean.assign(9, 0);
    const Matrix before = embed_rows(encoder, scaled(rows, scale));
    fold_input(encoder, scale);
    const Matrix after = embed_rows(encoder, rows);
    for (std::size_t i = 0; i < before.values.size(); ++i) {
      EXPECT_NEAR(before.values[i], after.values[i], 1e-5) << name_of(kind);
    }
  }
}

TEST(Encoder, ScaledOutputFillsTheUnitRange) {
  const Matrix rows = test::blobs(2, 40, 9, 1).rows;
  Random random(1);
  Encoder encoder = make_encoder(NetworkKind::kMlp, 9, 1, random);
  scale_output(encoder, embed_rows(encoder, rows));
  const Matrix z = embed_rows(encoder, rows);
  EXPECT_NEAR(*std::min_element(z.values.begin(), z.values.end()), 0, 1e-5);
  EXPECT_NEAR(*std::max_element(z.values.begin(), z.values.end()), 1, 1e-5);
}

}  // namespace
}  // namespace mpart::embed
