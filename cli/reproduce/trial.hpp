#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cli/reproduce/plan.hpp"
#include "mpart/sample.hpp"

namespace mpart::reproduce {

// A dataset as learners see it: a few values in [0,1].
struct Data {
  std::vector<Sample> stream;  // what the embedder has not seen
  std::vector<Sample> test;
};

// What one run over the shuffled stream gave, in the order of measures().
using Measured = std::vector<double>;

// "accuracy" (in percent), "nodes", "seconds", ...
std::span<const std::string_view> measures();
std::size_t measure_index(std::string_view name);  // throws Error(kBadUse)

// The trial's number is the seed of everything: the order of the samples, the strategy, the
// learner. The same as mpart run --shuffle --seed N --limit SAMPLES --test TEST. Thread-safe.
Measured run_trial(const Data& data, const Row& row, std::uint64_t number);

}  // namespace mpart::reproduce
