#include <algorithm>
#include <cmath>
#include <utility>

#include "learn/baselines/sample_learner.hpp"
#include "learn/core/scoring.hpp"
#include "learn/make_learner.hpp"

namespace mpart {

namespace {

double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

double city_block_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] - b[k]);
  return sum;
}

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

double Knn::gather(std::span<const double> values, Prediction& out) const {
  std::vector<std::pair<double, std::size_t>>
      found;  // of equal distances the older sample is nearer
  for (std::size_t i = 0; i < size(); ++i) {
    if (label(i) != kNoClass) found.emplace_back(squared_distance(values, sample(i)), i);
  }
  if (found.empty()) return 0;
  const std::size_t voters = std::min(k_, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(voters),
                    found.end());
  out.winner = static_cast<NodeIndex>(found.front().second);
  double mass = 0;
  for (std::size_t v = 0; v < voters; ++v) {
    const std::size_t i = found[v].second;
    out.probability[label(i)] += 1;
    mass += weight_at(city_block_distance(values, sample(i)), width(), parameters());
  }
  const double mean = mass / static_cast<double>(voters);
  for (double& votes : out.probability) votes *= mean;
  return mass;
}

}  // namespace

std::unique_ptr<Learner> make_knn(const LearnerSetup& setup) {
  return std::make_unique<Knn>(setup);
}

}  // namespace mpart
