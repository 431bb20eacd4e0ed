#pragma once

#include "learn/art_learner.hpp"
#include "learn/learner_options.hpp"

namespace mpart {

// Label Propagating ART, a competitor in the paper. A reconstruction from what the MPART paper says
// of it: unlike MPART, it moves label mass between nodes for good. A sample that activates a set A
// of more than one node mixes their densities, mass kept,
//   q_i <- (q_i + delta mean_A(q)) / (1 + delta)   for all i in A,
// unless it is labelled. Whether it is turns out after it was seen, so a sample mixes when the next
// one comes. The answer is the winner's own q.
class Lpart : public ArtLearner {
 public:
  explicit Lpart(const LearnerSetup& setup);

  void observe(std::span<const double> values, Prediction& out) override;
  Receipt teach(std::span<const double> values, std::string_view label) override;
  bool teach(NodeId node, std::string_view label, Receipt& receipt) override;
  bool withdraw(const Receipt& receipt) override;
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  double gather(NodeIndex winner, Scratch& scratch, Prediction& out) const override;

 private:
  struct Node {
    std::vector<double> mixed;      // q by class, as far as it has taken part in mixing
    std::vector<ClassIndex> fresh;  // labels since the node last mixed, one each
  };

  void mix();
  void take_back(ClassIndex label);

  double delta_;
  std::vector<Node> q_;
  std::vector<double> last_values_;     // the last sample, while it may still be labelled
  std::vector<NodeIndex> last_active_;  // and the nodes that it activated
};

}  // namespace mpart
