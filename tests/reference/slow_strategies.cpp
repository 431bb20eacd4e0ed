#include "reference/slow_strategies.hpp"

#include <algorithm>
#include <cmath>

namespace mpart::reference {

std::vector<std::uint64_t> SlowMemory::offer(double score) {
  period_.push_back({time_++, score});
  if (period_.size() < budget_.period) return {};
  return finish();
}

std::vector<std::uint64_t> SlowMemory::finish() {
  std::ranges::stable_sort(period_, [](Seen a, Seen b) { return a.score > b.score; });
  std::vector<std::uint64_t> asked;
  for (Seen seen : period_) {
    if (asked.size() < budget_.questions) asked.push_back(seen.time);
  }
  std::ranges::sort(asked);
  period_.clear();
  return asked;
}

std::vector<std::uint64_t> SlowExplorer::offer(double score) {
  std::uint64_t t_p = time_ % budget_.period + 1;
  if (t_p == 1) left_ = budget_.questions;

  // Equation 10.
  n_ += 1;
  mean_ = (1 - 1 / n_) * mean_ + score / n_;
  variance_ = (1 - 1 / n_) * variance_ + (mean_ - score) * (mean_ - score) / n_;

  // Equation 11. An exact half is no query; the slack keeps rounding from making one of it.
  bool ask = false;
  if (left_ > 0) {
    margin_ = binomial_below(left_, budget_.period - t_p, 1 - cdf(score)) - 0.5;
    ask = margin_ > 1e-12;
  }
  std::uint64_t time = time_++;
  if (!ask) return {};
  left_ -= 1;
  n_ = mean_ = variance_ = 0;
  return {time};
}

// One half without variance. Equal scores leave rounding noise in it, which counts as none.
double SlowExplorer::cdf(double score) const {
  double noise = 1e-12 * std::max(std::abs(mean_), std::abs(score));
  if (variance_ <= noise * noise) return 0.5;
  return 0.5 * std::erfc((mean_ - score) / std::sqrt(2 * variance_));
}

double binomial_below(std::uint64_t limit, std::uint64_t trials, double p) {
  if (limit > trials) return 1;
  if (p <= 0) return 1;
  if (p >= 1) return 0;
  auto n = static_cast<long double>(trials);
  long double sum = 0;
  for (std::uint64_t i = 0; i < limit; ++i) {
    auto m = static_cast<long double>(i);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(m + 1) - std::lgamma(n - m + 1) +
                    m * std::log(static_cast<long double>(p)) +
                    (n - m) * std::log1p(-static_cast<long double>(p)));
  }
  return static_cast<double>(sum);
}

}  // namespace mpart::reference
