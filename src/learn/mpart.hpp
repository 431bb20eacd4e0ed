#pragma once

#include <memory>

#include "learn/art_learner.hpp"
#include "learn/learner_options.hpp"

namespace mpart {

// Message Passing Adaptive Resonance Theory (Kim et al., ICML 2021): labels travel along the edges
// of the graph when a question is put to it, and stay where they were received.
class Mpart : public ArtLearner {
 public:
  explicit Mpart(const LearnerSetup& setup) : ArtLearner(setup.parameters) {}

  std::unique_ptr<const Frozen> freeze() const override;

 protected:
  double gather(NodeIndex winner, Scratch& scratch, Prediction& out) const override;
};

}  // namespace mpart
