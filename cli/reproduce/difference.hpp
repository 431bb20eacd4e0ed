#pragma once

#include <optional>

#include "cli/reproduce/campaign.hpp"

namespace mpart::reproduce {

// How far two ways to learn are apart, trial by trial: the same number is the same stream.
struct Difference {
  double mean = 0;
  double interval = 0;  // half of the 95 % confidence interval of the mean, by Student's t
};

// Of `ours` to `other`, over the trials that both have; nothing if there are fewer than two.
std::optional<Difference> difference_of(const Cell& ours, const Cell& other, std::size_t measure);

// The quantile of Student's t that leaves 2.5 % above it. REQUIRES: degrees > 0.
double student_quantile(double degrees);

}  // namespace mpart::reproduce
