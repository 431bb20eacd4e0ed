#include "prepare/network.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "prepare/blobs.hpp"

namespace mpart::embed {
namespace {

// More rows than one thread takes.
class NetworkOf : public testing::TestWithParam<NetworkKind> {
 protected:
  NetworkOf() : rows_(data_.rows) {
    Random random(1);
    encoder_ = make_encoder(GetParam(), data_.columns, 3, random);
    std::iota(rows_.begin(), rows_.end(), 0U);
  }

  // One step towards an output of zeros; returns the mean square before it.
  double step_to_zero(Network& network) const {
    const std::span<const float> z = network.forward(data_, rows_);
    std::vector<float> gradient;
    double squares = 0;
    for (const float it : z) {
      squares += static_cast<double>(it) * it;
      gradient.push_back(2 * it / static_cast<float>(z.size()));
    }
    network.step(gradient, 1e-3);
    return squares / static_cast<double>(z.size());
  }

  Matrix data_ = test::blobs(2, 700, 64, 1).rows;
  std::vector<std::uint32_t> rows_;
  Encoder encoder_;
};

TEST_P(NetworkOf, ForwardIsTheEncoder) {
  Network network(encoder_);
  const std::span<const float> z = network.forward(data_, rows_);
  const Matrix expected = embed_rows(encoder_, data_);
  ASSERT_EQ(z.size(), expected.values.size());
  for (std::size_t i = 0; i < z.size(); ++i) EXPECT_NEAR(z[i], expected.values[i], 1e-5);
}

TEST_P(NetworkOf, StepsGoDownhill) {
  Network network(encoder_);
  const double before = step_to_zero(network);
  for (int i = 0; i < 30; ++i) step_to_zero(network);
  EXPECT_LT(step_to_zero(network), 0.1 * before);
}

// Adam's first step goes by the sign of every gradient: this compares the sum over all rows with
// the slope of the loss, whichever way the rows are cut for threads.
TEST_P(NetworkOf, FirstStepGoesAgainstTheSlope) {
  Network network(encoder_);
  const double before = step_to_zero(network);
  const std::vector<float> moved = network.encoder().dense.back().bias;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    Encoder pushed = encoder_;
    pushed.dense.back().bias[i] += 1e-3F;
    double squares = 0;
    const Matrix z = embed_rows(pushed, data_);
    for (const float it : z.values) squares += static_cast<double>(it) * it;
    const double slope = squares / static_cast<double>(z.values.size()) - before;
    EXPECT_LT(slope * (static_cast<double>(moved[i]) - encoder_.dense.back().bias[i]), 0);
  }
}

TEST_P(NetworkOf, SameStepsSameNumbers) {
  Network one(encoder_), two(encoder_);
  for (int i = 0; i < 5; ++i) {
    step_to_zero(one);
    step_to_zero(two);
  }
  EXPECT_EQ(one.encoder().dense[0].weights, two.encoder().dense[0].weights);
  EXPECT_NE(one.encoder().dense[0].weights, encoder_.dense[0].weights);
}

TEST_P(NetworkOf, AnyNumberOfThreadsGivesTheSameNumbers) {
  Network one(encoder_, 1), two(encoder_, 2), four(encoder_, 4);
  for (int i = 0; i < 3; ++i) {
    for (Network* network : {&one, &two, &four}) step_to_zero(*network);
  }
  const Encoder expected = one.encoder();
  for (const Network* network : {&two, &four}) {
    const Encoder found = network->encoder();
    for (std::size_t i = 0; i < expected.dense.size(); ++i) {
      EXPECT_EQ(found.dense[i].weights, expected.dense[i].weights);
      EXPECT_EQ(found.dense[i].bias, expected.dense[i].bias);
    }
    for (std::size_t i = 0; i < expected.convolutions.size(); ++i) {
      EXPECT_EQ(found.convolutions[i].weights, expected.convolutions[i].weights);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, NetworkOf, testing::Values(NetworkKind::kMlp, NetworkKind::kCnn),
                         [](const auto& it) { return std::string(name_of(it.param)); });

}  // namespace
}  // namespace mpart::embed
