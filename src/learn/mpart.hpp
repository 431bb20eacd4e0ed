#pragma once

#include <memory>

#include "learn/art_learner.hpp"
#include "learn/learner_options.hpp"
#include "learn/messages/first_layer.hpp"

namespace mpart {

// Message Passing Adaptive Resonance Theory (Kim et al., ICML 2021): labels travel along the edges
// of the graph when a question is put to it, and stay where they were received.
class Mpart : public ArtLearner {
 public:
  explicit Mpart(const LearnerSetup& setup)
      : ArtLearner(setup.parameters),
        first_layer_(parameters().layers > 0 ? parameters().delta : 0, topology(), labels()) {}

  std::unique_ptr<const Frozen> freeze() const override;
  void load(Reader& reader) override;
  void merge(std::span<const Learner* const> parts) override;

 protected:
  double gather(NodeIndex winner, Scratch& scratch, Prediction& out) const override;
  void changing(NodeIndex j) override { first_layer_.take_out(j); }
  void changed(NodeIndex j) override { first_layer_.put_in(j); }

 private:
  FirstLayer first_layer_;
};

}  // namespace mpart
