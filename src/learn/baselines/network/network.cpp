#include "learn/baselines/network/network.hpp"

#include <algorithm>
#include <cmath>

namespace mpart {

namespace {

void relu(FloatMatrix& z) {
  for (float& value : z.values) value = std::max(value, 0.0F);
}

// Softmax of a row of logits minus the class, which is the gradient of the cross-entropy; returns
// the cross-entropy.
double softmax_gradient(std::span<float> row, ClassIndex truth) {
  const float highest = *std::max_element(row.begin(), row.end());
  const float margin = row[truth] - highest;
  float sum = 0;
  for (float& value : row) sum += value = std::exp(value - highest);
  for (float& value : row) value /= sum;
  row[truth] -= 1;
  return std::log(static_cast<double>(sum)) - margin;
}

}  // namespace

Network::Network(std::size_t inputs, std::size_t hidden, std::size_t hidden_layers,
                 std::uint64_t seed) {
  Random random(seed);
  for (std::size_t layer = 0; layer < hidden_layers; ++layer) {
    layers_.emplace_back(layer == 0 ? inputs : hidden, hidden, random);
  }
  layers_.emplace_back(hidden, 0, random);  // one for each class that comes
}

double Network::train(const FloatMatrix& inputs, std::span<const ClassIndex> classes, float rate) {
  const std::size_t needed = *std::max_element(classes.begin(), classes.end()) + std::size_t{1};
  if (needed > outputs()) layers_.back().widen(needed);
  activations_.resize(layers_.size() + 1);
  activations_[0] = inputs;
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    layers_[layer].forward(activations_[layer], activations_[layer + 1]);
    if (layer + 1 < layers_.size()) relu(activations_[layer + 1]);
  }
  gradient_ = activations_.back();
  double loss = 0;
  for (std::size_t r = 0; r < inputs.rows; ++r) {
    loss += softmax_gradient(gradient_.row(r), classes[r]);
  }
  const auto batch = static_cast<float>(inputs.rows);
  for (float& value : gradient_.values) value /= batch;
  ++steps_;
  for (std::size_t layer = layers_.size(); layer-- > 0;) {
    layers_[layer].backward(activations_[layer], gradient_, gradient_before_);
    std::swap(gradient_, gradient_before_);
    layers_[layer].step(rate, steps_);
  }
  return loss / static_cast<double>(inputs.rows);
}

std::vector<float> Network::logits(std::span<const double> input) const {
  FloatMatrix a{1, input.size(), {input.begin(), input.end()}};
  FloatMatrix z;
  for (const DenseLayer& layer : layers_) {
    if (&layer != &layers_.front()) relu(a);
    layer.forward(a, z);
    std::swap(a, z);
  }
  return a.values;
}

void Network::save(Writer& writer) const {
  writer.u64(steps_);
  for (const DenseLayer& layer : layers_) layer.save(writer);
}

void Network::load(Reader& reader, std::size_t inputs, std::size_t hidden_layers) {
  steps_ = reader.u64();
  for (std::size_t layer = 0; layer <= hidden_layers; ++layer) {
    layers_.emplace_back(layer == 0 ? inputs : outputs(), reader);
  }
}

}  // namespace mpart
