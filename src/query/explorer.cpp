#include <algorithm>
#include <cmath>
#include <numbers>

#include "query/period.hpp"
#include "query/strategies.hpp"

namespace mpart {

namespace {

// A sum that is exactly one half must not pass because of a rounding error.
constexpr double kHalf = 0.5 + 1e-12;

// Keeps no sample: asks at once when a sample's score is likely to be among the best of what is
// left of the period.
class ExplorerStrategy : public PeriodStrategy {
 public:
  using PeriodStrategy::PeriodStrategy;

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return {}; }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  // So many questions for so many samples to come. The period's own are for what is left of it;
  // extra ones last, and always have a whole period before them.
  struct Race {
    std::uint64_t left, to_come;
  };

  void take_in(double score);
  std::span<const Question> ask(const Sample& sample, const Prediction& prediction,
                                const Race& race);
  double chance_of_better(double score) const;
  bool passes(double score, const Race& race) const;  // REQUIRES: race.left > 0
  double threshold(const Race& race) const;

  std::uint64_t seen_ = 0;  // n: scores since the last question
  double mean_ = 0;         // mu_n
  double variance_ = 0;     // sigma_n^2
  Question question_;
};

std::span<const Question> ExplorerStrategy::offer(const Sample& sample,
                                                  const Prediction& prediction) {
  period_.advance();
  take_in(prediction.score);
  if (period_.left() > 0) {
    const Race own{period_.left(), period_.to_come()};
    if (passes(prediction.score, own)) {
      period_.spend();
      return ask(sample, prediction, own);
    }
  }
  if (period_.extra() == 0) return {};
  const Race extra{period_.extra(), period_.length()};
  if (!passes(prediction.score, extra)) return {};
  period_.spend_extra();
  return ask(sample, prediction, extra);
}

std::span<const Question> ExplorerStrategy::ask(const Sample& sample, const Prediction& prediction,
                                                const Race& race) {
  pose(question_, sample, prediction, period_.time(), threshold(race));
  seen_ = 0;
  mean_ = 0;
  variance_ = 0;
  return {&question_, 1};
}

// Equation (10).
void ExplorerStrategy::take_in(double score) {
  ++seen_;
  const double share = 1 / static_cast<double>(seen_);
  mean_ = (1 - share) * mean_ + share * score;
  variance_ = (1 - share) * variance_ + share * (mean_ - score) * (mean_ - score);
}

// 1 - F(score) of the normal distribution seen so far.
double ExplorerStrategy::chance_of_better(double score) const {
  const double deviation = std::sqrt(variance_);
  // Equal scores leave a deviation of rounding errors, which must not pass for a distribution.
  if (deviation <= 1e-12 * std::max(std::abs(mean_), std::abs(score))) return 0.5;
  return 0.5 * std::erfc((score - mean_) / (deviation * std::numbers::sqrt2));
}

// Equation (11): it is likely that fewer than b of the samples to come will be better.
bool ExplorerStrategy::passes(double score, const Race& race) const {
  return fewer_is_likely(race.left, race.to_come, chance_of_better(score));
}

// The lowest score that would have been asked about, by bisection; 0 if any would.
double ExplorerStrategy::threshold(const Race& race) const {
  double low = 0;
  double high = 1;  // no score is above 1
  if (passes(low, race)) return 0;
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = (low + high) / 2;
    (passes(middle, race) ? high : low) = middle;
  }
  return low;
}

void ExplorerStrategy::save(Writer& writer, const SaveOptions& /*options*/) const {
  period_.save(writer);
  writer.u64(seen_);
  writer.f64(mean_);
  writer.f64(variance_);
}

void ExplorerStrategy::load(Reader& reader) {
  period_.load(reader);
  seen_ = reader.u64();
  mean_ = reader.finite();
  variance_ = reader.finite();
  require(variance_ >= 0, "a negative variance");
}

}  // namespace

bool fewer_is_likely(std::uint64_t b, std::uint64_t trials, double success) {
  if (b > trials || success <= 0) return true;
  if (success >= 1) return false;
  const auto n = static_cast<double>(trials);
  // So many terms would take longer than learning. The median of a binomial distribution is less
  // than 1 away from its mean, so this differs from the sum only if that is 0.5 within 0.02.
  constexpr std::uint64_t kMostTerms = 1000;
  if (b > kMostTerms) return static_cast<double>(b - 1) >= n * success;
  const double log_odds = std::log(success) - std::log1p(-success);
  double log_term = n * std::log1p(-success);  // of no success at all
  double sum = std::exp(log_term);
  for (std::uint64_t m = 1; m < b && sum <= kHalf; ++m) {
    const auto successes = static_cast<double>(m);
    log_term += std::log((n - successes + 1) / successes) + log_odds;
    sum += std::exp(log_term);
  }
  return sum > kHalf;
}

std::unique_ptr<Strategy> make_explorer(Budget budget) {
  return std::make_unique<ExplorerStrategy>(budget);
}

}  // namespace mpart
