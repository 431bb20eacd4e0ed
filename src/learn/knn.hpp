#pragma once

#include "learn/learner_options.hpp"
#include "learn/sample_learner.hpp"

namespace mpart {

// A plain baseline: the k labelled samples nearest to a sample (Euclid) vote, each with one voice.
class Knn : public SampleLearner {
 public:
  explicit Knn(const LearnerSetup& setup)
      : SampleLearner(setup.parameters), k_(setup.options.whole("k", 5, 1, 1000000)) {}

 protected:
  double gather(std::span<const double> values, Prediction& out) const override;

 private:
  std::size_t k_;
};

}  // namespace mpart
