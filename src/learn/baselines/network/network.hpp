#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/baselines/network/dense.hpp"
#include "mpart/types.hpp"

namespace mpart {

// A multi-layer perceptron: hidden layers of one size with ReLU, softmax, cross-entropy, Adam.
class Network {
 public:
  Network() = default;  // no layers: to be loaded or made
  Network(std::size_t inputs, std::size_t hidden, std::size_t hidden_layers, std::uint64_t seed);

  bool made() const { return !layers_.empty(); }
  std::size_t outputs() const { return made() ? layers_.back().outputs() : 0; }

  // One step on a batch: inputs [batch][n] and a class each. Unseen classes make new outputs.
  // Returns the mean cross-entropy before the step.
  double train(const FloatMatrix& inputs, std::span<const ClassIndex> classes, float rate);

  // Before the softmax, [outputs]. REQUIRES: made().
  std::vector<float> logits(std::span<const double> input) const;

  void save(Writer& writer) const;
  void load(Reader& reader, std::size_t inputs, std::size_t hidden_layers);  // REQUIRES: not made

 private:
  std::vector<DenseLayer> layers_;
  std::uint64_t steps_ = 0;
  std::vector<FloatMatrix> activations_;  // of a batch: the inputs of each layer, then the logits
  FloatMatrix gradient_, gradient_before_;
};

}  // namespace mpart
