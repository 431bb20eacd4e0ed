#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "prepare/tiny_onnx.hpp"
#include "util/random.hpp"

// Networks as ONNX and as the plain loops that they stand for.
namespace mpart::test {

inline std::vector<float> random_floats(std::size_t count, Random& random, double spread = 1) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(spread * random.normal());
  return values;
}

// Layers of weights [to][from] and biases, with ReLU between.
struct TinyMlp {
  explicit TinyMlp(std::vector<std::size_t> sizes_, std::uint64_t seed = 1)
      : sizes(std::move(sizes_)) {
    Random random(seed);
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
      const double spread = std::sqrt(2. / static_cast<double>(sizes[i]));
      weights.push_back(random_floats(sizes[i] * sizes[i + 1], random, spread));
      biases.push_back(random_floats(sizes[i + 1], random, 0.1));
    }
  }

  std::vector<float> operator()(std::vector<float> x) const {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      std::vector<float> y(sizes[i + 1]);
      for (std::size_t to = 0; to < y.size(); ++to) {
        double sum = biases[i][to];
        for (std::size_t from = 0; from < x.size(); ++from) {
          sum += double{weights[i][to * x.size() + from]} * x[from];
        }
        y[to] = static_cast<float>(i + 1 < weights.size() && sum < 0 ? 0 : sum);
      }
      x = std::move(y);
    }
    return x;
  }

  onnx::Model model() const {
    onnx::Model model;
    const auto size = [&](std::size_t i) { return static_cast<std::int64_t>(sizes[i]); };
    std::string from = "input";
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const std::string number = std::to_string(i);
      const bool last = i + 1 == weights.size();
      const std::string to = last ? "embedding" : "sum" + number;
      model.weights.push_back(onnx::tensor("w" + number, {size(i + 1), size(i)}, weights[i]));
      model.weights.push_back(onnx::tensor("b" + number, {size(i + 1)}, biases[i]));
      model.nodes.push_back(
          onnx::node("Gemm", {from, "w" + number, "b" + number}, to, {}, {{"transB", 1}}));
      from = "relu" + number;
      if (!last) model.nodes.push_back(onnx::node("Relu", {to}, from));
    }
    model.inputs = {onnx::value_info("input", {onnx::kAny, size(0)})};
    return model;
  }

  std::vector<std::size_t> sizes;
  std::vector<std::vector<float>> weights;
  std::vector<std::vector<float>> biases;
};

// Filters of 3 x 3 with a border of zeros, ReLU, the mean of each channel.
struct TinyConvolution {
  TinyConvolution(std::size_t channels_, std::size_t filters_)
      : channels(channels_), filters(filters_) {
    Random random(7);
    weights = random_floats(filters * channels * 9, random, 0.3);
    biases = random_floats(filters, random, 0.1);
  }

  std::vector<float> operator()(const std::vector<float>& x, int side) const {
    const auto pixel = [&](std::size_t channel, int row, int column) {
      const bool outside = row < 0 || column < 0 || row >= side || column >= side;
      const std::size_t at =
          (channel * static_cast<std::size_t>(side) + static_cast<std::size_t>(row)) *
          static_cast<std::size_t>(side);
      return outside ? 0. : double{x[at + static_cast<std::size_t>(column)]};
    };
    std::vector<float> means;
    for (std::size_t filter = 0; filter < filters; ++filter) {
      double total = 0;
      for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
          double sum = biases[filter];
          for (std::size_t i = 0; i < channels * 9; ++i) {
            const int dy = static_cast<int>(i % 9 / 3) - 1;
            const int dx = static_cast<int>(i % 3) - 1;
            sum += weights[filter * channels * 9 + i] * pixel(i / 9, row + dy, column + dx);
          }
          total += std::max(sum, 0.);
        }
      }
      means.push_back(static_cast<float>(total / (side * side)));
    }
    return means;
  }

  // `side` may be onnx::kAny.
  onnx::Model model(std::int64_t side, std::int64_t rows = onnx::kAny) const {
    const auto f = static_cast<std::int64_t>(filters);
    const auto c = static_cast<std::int64_t>(channels);
    onnx::Model model;
    model.inputs = {onnx::value_info("images", {rows, c, side, side})};
    model.weights = {onnx::tensor("w", {f, c, 3, 3}, weights), onnx::tensor("b", {f}, biases)};
    model.nodes = {onnx::node("Conv", {"images", "w", "b"}, "sums",
                              {{"kernel_shape", {3, 3}}, {"pads", {1, 1, 1, 1}}}),
                   onnx::node("Relu", {"sums"}, "relu"),
                   onnx::node("GlobalAveragePool", {"relu"}, "means"),
                   onnx::node("Flatten", {"means"}, "embedding", {}, {{"axis", 1}})};
    return model;
  }

  std::size_t channels;
  std::size_t filters;
  std::vector<float> weights;
  std::vector<float> biases;
};

}  // namespace mpart::test
