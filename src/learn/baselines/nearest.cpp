#include <limits>

#include "learn/core/art_learner.hpp"
#include "learn/core/scoring.hpp"
#include "learn/make_learner.hpp"

namespace mpart {

namespace {

// A plain baseline: the labelled node whose box is nearest to the sample gives the answer. Without
// edges and messages, it shows what they are worth.
class Nearest : public ArtLearner {
 public:
  explicit Nearest(const LearnerSetup& setup) : ArtLearner(setup.parameters) {}

 protected:
  double gather(NodeIndex winner, Buffers& scratch, Prediction& out) const override;
};

double Nearest::gather(NodeIndex winner, Buffers& scratch, Prediction& out) const {
  out.density = static_cast<double>(topology().wins(winner));
  NodeIndex best = kNoNode;
  double least = std::numeric_limits<double>::infinity();
  for (NodeIndex j = 0; j < nodes().size(); ++j) {
    if (labels().at(j).empty()) continue;
    const double found = nodes().distance(j, scratch.input);
    if (found < least || (found == least && j == winner)) {
      least = found;
      best = j;
    }
  }
  if (best == kNoNode) return 0;
  const double weight = weight_at(least, width(), parameters());
  double mass = 0;
  for (const LabelCount& density : labels().at(best)) {
    out.probability[density.label] = weight * static_cast<double>(density.count);
    mass += out.probability[density.label];
  }
  return mass;
}

}  // namespace

std::unique_ptr<Learner> make_nearest(const LearnerSetup& setup) {
  return std::make_unique<Nearest>(setup);
}

}  // namespace mpart
