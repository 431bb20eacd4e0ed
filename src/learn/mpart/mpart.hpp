#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "learn/core/art_learner.hpp"
#include "learn/core/messages/first_layer.hpp"
#include "learn/make_learner.hpp"
#include "mpart/frozen.hpp"
#include "mpart/merge.hpp"

namespace mpart {

// Message Passing Adaptive Resonance Theory (Kim et al., ICML 2021): labels travel along the edges
// of the graph when a question is put to it, and stay where they were received.
class Mpart : public ArtLearner, public Freezable, public Mergeable {
 public:
  explicit Mpart(const LearnerSetup& setup) : Mpart(setup.parameters, setup.parameters.delta) {}

  std::unique_ptr<const Frozen> freeze() const override;
  void load(Reader& reader) override;
  void merge(std::span<const Learner* const> parts) override;

 protected:
  Mpart(const Parameters& parameters, double delta)
      : ArtLearner(parameters),
        first_layer_(parameters.layers > 0 ? delta : 0, topology(), labels()) {}

  double gather(NodeIndex winner, Buffers& scratch, Prediction& out) const override;
  // Adds up, in out, what the reached nodes bring. Returns the sum over the classes.
  double take_in(std::span<const NodeIndex> reached, Buffers& scratch, Prediction& out) const;
  // All layers towards every node: [node][the classes, then the density].
  std::vector<double> all_messages(double delta) const;
  std::uint32_t expanded_layers() const { return std::max(parameters().layers, 1U) - 1; }

  void changing(NodeIndex j) override { first_layer_.take_out(j); }
  void changed(NodeIndex j) override { first_layer_.put_in(j); }

 private:
  FirstLayer first_layer_;
};

}  // namespace mpart
