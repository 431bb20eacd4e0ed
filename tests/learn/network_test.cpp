// The network against numerical differentiation, on weights read from its own file format.
#include "learn/baselines/network/network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mpart/learner.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;

struct Layer {
  std::size_t inputs = 0, outputs = 0;
  std::vector<double> weight, weight_mean, bias, bias_mean;
};

std::vector<Layer> layers_of(const Network& network, std::size_t inputs) {
  Writer writer;
  network.save(writer);
  Reader reader(writer.bytes());
  reader.u64();
  std::vector<Layer> layers;
  while (!reader.done()) {
    Layer layer{inputs, reader.u64(), {}, {}, {}, {}};
    layer.weight = reader.f64s();
    layer.weight_mean = reader.f64s();
    reader.f64s();
    layer.bias = reader.f64s();
    layer.bias_mean = reader.f64s();
    reader.f64s();
    inputs = layer.outputs;
    layers.push_back(layer);
  }
  return layers;
}

std::vector<double> forward(const std::vector<Layer>& layers, std::vector<double> a) {
  for (const Layer& layer : layers) {
    std::vector<double> z = layer.bias;
    for (std::size_t i = 0; i < layer.inputs; ++i) {
      for (std::size_t o = 0; o < layer.outputs; ++o) {
        z[o] += a[i] * layer.weight[i * layer.outputs + o];
      }
    }
    if (&layer != &layers.back()) {
      for (double& value : z) value = std::max(value, 0.0);
    }
    a = z;
  }
  return a;
}

double loss(const std::vector<Layer>& layers, const std::vector<std::vector<double>>& inputs,
            const std::vector<ClassIndex>& classes) {
  double sum = 0;
  for (std::size_t r = 0; r < inputs.size(); ++r) {
    const std::vector<double> z = forward(layers, inputs[r]);
    double total = 0;
    for (const double value : z) total += std::exp(value);
    sum += std::log(total) - z[classes[r]];
  }
  return sum / static_cast<double>(inputs.size());
}

FloatMatrix matrix(const std::vector<std::vector<double>>& rows) {
  FloatMatrix result;
  result.reset(rows.size(), rows[0].size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::copy(rows[r].begin(), rows[r].end(), result.row(r).begin());
  }
  return result;
}

TEST(Network, GradientsAreThoseOfTheLossAndTheStepIsAdams) {
  Draw draw(3);
  Network network(3, 11, 2, 5);
  const std::vector<ClassIndex> classes{0, 2, 1, 2};
  std::vector<std::vector<double>> inputs(4, std::vector<double>(3));
  for (auto& row : inputs) {
    for (double& value : row) value = draw.of({0.0, draw.uniform(), draw.uniform()});
  }
  // Outputs start at 0 and pass no gradient down: some steps first.
  for (int i = 0; i < 20; ++i) network.train(matrix(inputs), classes, 0.01F);
  std::vector<Layer> before = layers_of(network, 3);
  const double expected_loss = loss(before, inputs, classes);
  EXPECT_NEAR(network.train(matrix(inputs), classes, 0.01F), expected_loss, 1e-5);
  const std::vector<Layer> after = layers_of(network, 3);
  for (std::size_t l = 0; l < before.size(); ++l) {
    const auto check = [&](std::vector<double> Layer::*value, std::vector<double> Layer::*mean) {
      for (std::size_t k = 0; k < (before[l].*value).size(); ++k) {
        constexpr double kStep = 1e-4;
        double& parameter = (before[l].*value)[k];
        const double kept = parameter;
        parameter = kept + kStep;
        const double above = loss(before, inputs, classes);
        parameter = kept - kStep;
        const double below = loss(before, inputs, classes);
        parameter = kept;
        const double gradient = (above - below) / (2 * kStep);
        // Adam's running mean took in a tenth of the gradient.
        const double seen = ((after[l].*mean)[k] - 0.9 * (before[l].*mean)[k]) / 0.1;
        EXPECT_NEAR(seen, gradient, 2e-4) << "layer " << l << " parameter " << k;
      }
    };
    check(&Layer::weight, &Layer::weight_mean);
    check(&Layer::bias, &Layer::bias_mean);
  }
}

// With a running mean m and square v of one gradient g, Adam's first step is -rate g / |g|.
TEST(Network, TheFirstStepOfAdamIsTheRateInEveryDirection) {
  Network network(2, 5, 1, 1);
  const std::vector<Layer> before = layers_of(network, 2);
  network.train(matrix({{0.3, 0.8}}), std::vector<ClassIndex>{1}, 0.01F);
  const std::vector<Layer> after = layers_of(network, 2);
  ASSERT_EQ(after.back().bias.size(), 2U) << "class 1 makes a second output";
  EXPECT_NEAR(after.back().bias[0], -0.01, 1e-6);
  EXPECT_NEAR(after.back().bias[1], 0.01, 1e-6);
  EXPECT_EQ(before.front().weight, after.front().weight) << "outputs of 0 pass no gradient down";
}

TEST(Network, LogitsAreThoseOfPlainMatrices) {
  Draw draw(3);
  Network network(4, 19, 3, 5);
  network.train(matrix({{0.1, 0.2, 0.3, 0.4}}), std::vector<ClassIndex>{6}, 0.01F);
  for (int i = 0; i < 50; ++i) {
    const std::vector<double> input{draw.uniform(), draw.uniform(), 0, draw.uniform()};
    const std::vector<double> expected = forward(layers_of(network, 4), input);
    const std::vector<float> found = network.logits(input);
    ASSERT_EQ(found.size(), 7U);
    for (std::size_t y = 0; y < 7; ++y) EXPECT_NEAR(found[y], expected[y], 1e-5);
  }
}

std::unique_ptr<Learner> make_mlp(std::uint64_t seed) {
  Parameters parameters;
  parameters.learner = "mlp,hidden=16,layers=2";
  return make_learner(parameters, seed);
}

const std::vector<std::vector<double>> kCorners{{0, 0}, {0, 1}, {1, 0}, {1, 1}};

TEST(Mlp, LearnsTheExclusiveOrOfItsInputs) {
  const auto learner = make_mlp(1);
  Prediction out;
  for (int t = 0; t < 40; ++t) {
    const std::size_t corner = static_cast<std::size_t>(t) % 4;
    learner->observe(kCorners[corner], out);
    learner->teach(kCorners[corner], corner == 1 || corner == 2 ? "odd" : "even");
  }
  Scratch scratch;
  for (std::size_t corner = 0; corner < 4; ++corner) {
    learner->predict(kCorners[corner], scratch, out);
    EXPECT_EQ(learner->classes()[out.best], corner == 1 || corner == 2 ? "odd" : "even");
    EXPECT_GT(out.probability[out.best], 0.9);
  }
}

TEST(Mlp, AnotherSeedIsAnotherNetworkAndTheSameOneTheSame) {
  const auto first = make_mlp(1), same = make_mlp(1), other = make_mlp(2);
  Prediction a, b, c;
  for (Learner* learner : {first.get(), same.get(), other.get()}) {
    learner->observe(kCorners[0], a);
    learner->teach(kCorners[0], "a");
    learner->teach(kCorners[3], "b");
  }
  Scratch scratch;
  first->predict(kCorners[1], scratch, a);
  same->predict(kCorners[1], scratch, b);
  other->predict(kCorners[1], scratch, c);
  EXPECT_EQ(a.probability, b.probability);
  EXPECT_NE(a.probability, c.probability);
}

}  // namespace
}  // namespace mpart
