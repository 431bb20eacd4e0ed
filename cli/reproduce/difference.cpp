#include "cli/reproduce/difference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mpart::reproduce {

std::optional<Difference> difference_of(const Cell& ours, const Cell& other, std::size_t measure) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(ours.trials.size(), other.trials.size()); ++i) {
    if (ours.trials[i].empty() || other.trials[i].empty()) continue;
    differences.push_back(ours.trials[i][measure] - other.trials[i][measure]);
  }
  if (differences.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(differences.size());
  double sum = 0, squares = 0;
  for (const double each : differences) sum += each;
  const double mean = sum / count;
  for (const double each : differences) squares += (each - mean) * (each - mean);
  return Difference{mean, student_quantile(count - 1) * std::sqrt(squares / (count - 1) / count)};
}

// Exact for 1 and 2; otherwise the expansion in 1 / degrees of Abramowitz and Stegun, 26.7.5, good
// to a hundredth from 3 on.
double student_quantile(double degrees) {
  if (degrees < 1.5) return 12.7062;
  if (degrees < 2.5) return 4.30265;
  const double z = 1.959964;
  const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z, z9 = z7 * z * z;
  const double n = degrees;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n) +
         (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92160 * n * n * n * n);
}

}  // namespace mpart::reproduce
