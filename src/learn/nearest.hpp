#pragma once

#include "learn/art_learner.hpp"
#include "learn/learner_options.hpp"

namespace mpart {

// A plain baseline: the labelled node whose box is nearest to the sample gives the answer. Without
// edges and messages, it shows what they are worth.
class Nearest : public ArtLearner {
 public:
  explicit Nearest(const LearnerSetup& setup) : ArtLearner(setup.parameters) {}

 protected:
  double gather(NodeIndex winner, Scratch& scratch, Prediction& out) const override;

 private:
  double distance(NodeIndex j, std::span<const double> input) const;
};

}  // namespace mpart
