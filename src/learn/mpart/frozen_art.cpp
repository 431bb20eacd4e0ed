#include "learn/mpart/frozen_art.hpp"

#include <numeric>
#include <utility>

#include "learn/core/art/resonance.hpp"
#include "learn/core/scoring.hpp"

namespace mpart {

FrozenArt::FrozenArt(Parameters parameters, const NodeTable& nodes, const LabelDensities& labels)
    : parameters_(std::move(parameters)), nodes_(nodes), labels_(labels.select({})) {
  answers_.reserve(nodes.size());
  probabilities_.reserve(nodes.size() * labels_.classes().size());
}

void FrozenArt::add_answer(std::span<const double> mass, double density) {
  scored_.density = density;
  scored_.probability.assign(mass.begin(), mass.end());
  score_prediction(labels_, parameters_, std::accumulate(mass.begin(), mass.end(), 0.0), scored_);
  answers_.push_back({scored_.known, scored_.best, scored_.mass, scored_.epistemic,
                      scored_.aleatoric, scored_.uncertainty, scored_.density, scored_.score});
  probabilities_.insert(probabilities_.end(), scored_.probability.begin(),
                        scored_.probability.end());
}

void FrozenArt::predict(std::span<const double> values, Scratch& scratch, Prediction& out) const {
  find_winner(nodes_, parameters_, values, scratch.buffers(), out);
  out.created = false;
  out.calibration = Calibration::kMpart;
  if (out.winner == kNoNode) {
    out.density = 0;
    out.probability.assign(classes().size(), 0.0);
    score_prediction(labels_, parameters_, 0, out);
    return;
  }
  const Answer& answer = answers_[out.winner];
  out.known = answer.known;
  out.best = answer.best;
  out.mass = answer.mass;
  out.labels_per_class = scored_.labels_per_class;
  out.epistemic = answer.epistemic;
  out.aleatoric = answer.aleatoric;
  out.uncertainty = answer.uncertainty;
  out.density = answer.density;
  out.score = answer.score;
  const double* probability = probabilities_.data() + out.winner * classes().size();
  out.probability.assign(probability, probability + classes().size());
}

}  // namespace mpart
