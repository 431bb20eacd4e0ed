#include "learn/frozen_art.hpp"

#include <numeric>
#include <utility>

#include "learn/art/winner.hpp"
#include "learn/judgement.hpp"

namespace mpart {

FrozenArt::FrozenArt(Parameters parameters, const NodeTable& nodes, const LabelDensities& labels)
    : parameters_(std::move(parameters)), nodes_(nodes), labels_(labels.select({})) {
  answers_.reserve(nodes.size());
  probabilities_.reserve(nodes.size() * labels_.classes().size());
}

void FrozenArt::add_answer(std::span<const double> mass, double density) {
  judged_.density = density;
  judged_.probability.assign(mass.begin(), mass.end());
  judge(labels_, parameters_, std::accumulate(mass.begin(), mass.end(), 0.0), judged_);
  answers_.push_back({judged_.known, judged_.best, judged_.mass, judged_.epistemic,
                      judged_.aleatoric, judged_.uncertainty, judged_.density, judged_.score});
  probabilities_.insert(probabilities_.end(), judged_.probability.begin(),
                        judged_.probability.end());
}

void FrozenArt::predict(std::span<const double> values, Scratch& scratch, Prediction& out) const {
  find_winner(nodes_, parameters_, values, scratch, out);
  out.created = false;
  if (out.winner == kNoNode) {
    out.density = 0;
    out.probability.assign(classes().size(), 0.0);
    judge(labels_, parameters_, 0, out);
    return;
  }
  const Answer& answer = answers_[out.winner];
  out.known = answer.known;
  out.best = answer.best;
  out.mass = answer.mass;
  out.epistemic = answer.epistemic;
  out.aleatoric = answer.aleatoric;
  out.uncertainty = answer.uncertainty;
  out.density = answer.density;
  out.score = answer.score;
  const double* probability = probabilities_.data() + out.winner * classes().size();
  out.probability.assign(probability, probability + classes().size());
}

}  // namespace mpart
