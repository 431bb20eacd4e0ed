#pragma once

#include "learn/learner_options.hpp"
#include "learn/network/network.hpp"
#include "learn/sample_learner.hpp"

namespace mpart {

// The paper's reference, a multi-layer perceptron, made to learn from a stream: it keeps the
// labelled samples, and every label that comes is worth `epochs` presentations of samples drawn
// from them. So after N labels it has seen N x epochs samples, as in offline training.
//
// The network is a function of the seed and the labels, in their order. When one of them is changed
// or taken back, the network is made anew from the others: costly, but without a trace.
class Mlp : public SampleLearner {
 public:
  explicit Mlp(const LearnerSetup& setup);

  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  double gather(std::span<const double> values, Prediction& out) const override;
  void label_added() override;
  void labels_changed() override;

 private:
  void train_on(std::size_t newest);

  std::size_t hidden_, layers_, epochs_, batch_;
  float rate_;
  std::uint64_t seed_;
  std::uint64_t learned_ = 0;  // labels that the network has been trained with
  Network network_;
};

}  // namespace mpart
