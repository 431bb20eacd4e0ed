#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "prepare/batch_shard.hpp"
#include "prepare/blobs.hpp"
#include "prepare/slow_encoder.hpp"
#include "prepare/tiny_networks.hpp"

namespace mpart::embed {
namespace {

struct Case {
  const char* name;
  NetworkKind kind;
  std::size_t width;
};

// The loss is a weighted sum of all outputs, so its gradient by an output is that weight. As a
// function of one parameter it is a straight line between the kinks of the ReLUs, where differences
// are exact.
class Gradient : public testing::TestWithParam<Case> {
 protected:
  static constexpr std::size_t kDims = 3, kRows = 5;

  Gradient() {
    Random random(1);
    data_ = {kRows, GetParam().width, test::random_floats(kRows * GetParam().width, random)};
    encoder_ = make_encoder(GetParam().kind, GetParam().width, kDims, random);
    by_output_ = test::random_floats(kRows * kDims, random);
  }

  double slow_loss() const {
    double loss = 0;
    for (std::size_t row = 0; row < kRows; ++row) {
      const std::vector<double> z = test::slow_run(encoder_, data_.row(row));
      for (std::size_t i = 0; i < kDims; ++i) loss += by_output_[row * kDims + i] * z[i];
    }
    return loss;
  }

  // How far a gradient is from the slope to either side, whichever is nearer: there may be a kink
  // on one side.
  double error_of(float gradient, float& parameter) const {
    constexpr float kStep = 1e-4F;
    const double here = slow_loss(), at = parameter;
    double error = INFINITY;
    for (const float step : {kStep, -kStep}) {
      const float before = parameter;
      parameter += step;
      const double slope = (slow_loss() - here) / (parameter - at);
      error = std::min(error, std::abs(gradient - slope) / std::max(1.0, std::abs(slope)));
      parameter = before;
    }
    return error;
  }

  // Every so many, which is no multiple of a layer's width, and the last.
  void expect_slopes(std::vector<float>& parameters, const std::vector<float>& gradient,
                     const std::string& what) const {
    const std::size_t step = parameters.size() / 23 + 1;
    for (std::size_t i = 0; i < parameters.size(); i += step) {
      EXPECT_LT(error_of(gradient[i], parameters[i]), 1e-4) << what << ' ' << i;
    }
    EXPECT_LT(error_of(gradient.back(), parameters.back()), 1e-4) << what;
  }

  Matrix data_;
  Encoder encoder_;
  std::vector<float> by_output_;
};

TEST_P(Gradient, IsTheSlopeOfTheLoss) {
  const LayerPlan plan = plan_layers(encoder_);
  const BigVector<float> parameters = pack_parameters(plan, encoder_);
  BigVector<float> transposed;
  transposed.resize(plan.transposed);
  transpose_weights(plan, parameters, transposed);
  std::vector<std::uint32_t> rows(kRows);
  std::iota(rows.begin(), rows.end(), 0U);
  std::vector<float> z(kRows * kDims);
  BatchShard shard;
  shard.forward(plan, parameters, transposed, data_, rows, z.data());
  shard.backward(plan, parameters, by_output_);
  Encoder gradient = encoder_;
  unpack_parameters(plan, shard.gradient(), gradient);

  double loss = 0;
  for (std::size_t i = 0; i < z.size(); ++i) loss += by_output_[i] * z[i];
  EXPECT_NEAR(loss, slow_loss(), 1e-4);
  for (std::size_t i = 0; i < encoder_.convolutions.size(); ++i) {
    const std::string what = "convolution " + std::to_string(i);
    expect_slopes(encoder_.convolutions[i].weights, gradient.convolutions[i].weights, what);
    expect_slopes(encoder_.convolutions[i].bias, gradient.convolutions[i].bias, what + " bias");
  }
  for (std::size_t i = 0; i < encoder_.dense.size(); ++i) {
    const std::string what = "dense " + std::to_string(i);
    expect_slopes(encoder_.dense[i].weights, gradient.dense[i].weights, what);
    expect_slopes(encoder_.dense[i].bias, gradient.dense[i].bias, what + " bias");
  }
}

// Nothing may leak from the padding: it stays zero.
TEST_P(Gradient, UnpackedParametersAreTheOnesPacked) {
  const LayerPlan plan = plan_layers(encoder_);
  const BigVector<float> parameters = pack_parameters(plan, encoder_);
  Random random(9);
  Encoder other = make_encoder(GetParam().kind, GetParam().width, kDims, random);
  unpack_parameters(plan, parameters, other);
  for (std::size_t i = 0; i < other.dense.size(); ++i) {
    EXPECT_EQ(other.dense[i].weights, encoder_.dense[i].weights);
    EXPECT_EQ(other.dense[i].bias, encoder_.dense[i].bias);
  }
  for (std::size_t i = 0; i < other.convolutions.size(); ++i) {
    EXPECT_EQ(other.convolutions[i].weights, encoder_.convolutions[i].weights);
  }
}

INSTANTIATE_TEST_SUITE_P(, Gradient,
                         testing::Values(Case{"mlp", NetworkKind::kMlp, 50},
                                         Case{"cnn", NetworkKind::kCnn, 49},
                                         Case{"cnn_of_even_side", NetworkKind::kCnn, 64},
                                         Case{"cnn_of_colours", NetworkKind::kCnn, 3 * 36}),
                         [](const auto& it) { return std::string(it.param.name); });

}  // namespace
}  // namespace mpart::embed
