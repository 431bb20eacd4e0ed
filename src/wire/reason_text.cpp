#include "wire/reason_text.hpp"

#include <algorithm>
#include <cmath>

#include "wire/number_text.hpp"

namespace mpart::wire {

namespace {

// Where the words change. They guide the eye; the figures beside them are exact.
constexpr double kFewLabels = 0.5;  // u_e
constexpr double kMixed = 0.3;      // u_a
constexpr double kDense = 50;       // d: samples that fell here
constexpr double kSparse = 5;

std::string labels_text(const Reason& reason) {
  if (reason.epistemic >= 1) return "No label is near here yet. ";  // so no class can be either
  const bool few = reason.epistemic >= kFewLabels;
  const bool mixed = reason.aleatoric >= kMixed;
  return std::string(few ? "Few labels" : "Labels") + " are near here, " +
         (few == mixed ? "and " : "but ") +
         (mixed ? "the classes are mixed. " : "the classes hardly mix. ");
}

const char* region_text(double density) {
  return density >= kDense    ? "The region is dense, so the answer helps with many samples."
         : density >= kSparse ? "The region is of medium density."
                              : "The region is sparse.";
}

std::string score_text(const Reason& reason) {
  constexpr int kDigits = 3;
  const std::string score = "Its score of " + significant(reason.score, kDigits);
  if (!std::isfinite(reason.threshold)) return score + " is the highest.";
  return score + " passed the threshold of " + significant(reason.threshold, kDigits) + '.';
}

std::string choice_text(const Reason& reason, StrategyKind strategy) {
  switch (strategy) {
    case StrategyKind::kRandom:
      return "It was chosen at random.";
    case StrategyKind::kCover:
      return "No label speaks for many samples around it yet.";
    case StrategyKind::kRepresentative:
      return "It stands for samples that have no label yet.";
    case StrategyKind::kOwn:
      if (!std::isfinite(reason.threshold)) return "The strategy in use chose it.";
      break;
    case StrategyKind::kMemory:
    case StrategyKind::kExplorer:
      break;
  }
  return score_text(reason);
}

}  // namespace

std::string reason_text(const Reason& reason, StrategyKind strategy) {
  return labels_text(reason) + region_text(reason.density) + ' ' + choice_text(reason, strategy);
}

std::vector<ClassIndex> best_classes(const Prediction& prediction, std::size_t class_count,
                                     std::size_t count) {
  const std::vector<double>& probability = prediction.probability;
  const std::size_t rated = std::min(probability.size(), class_count);
  std::vector<ClassIndex> order;
  for (ClassIndex y = 0; y < rated; ++y) {
    if (probability[y] > 0) order.push_back(y);
  }
  std::stable_sort(order.begin(), order.end(), [&probability](ClassIndex a, ClassIndex b) {
    return probability[a] > probability[b];
  });
  order.resize(std::min(order.size(), count));
  return order;
}

}  // namespace mpart::wire
