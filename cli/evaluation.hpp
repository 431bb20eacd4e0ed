#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mpart/session.hpp"
#include "mpart/source.hpp"

namespace mpart {

// How often the model is right. A sample that no label reaches is answered with the class received
// first, as in the paper, and counted in `unknown`.
struct Evaluation {
  std::uint64_t samples = 0;  // with a label
  std::uint64_t correct = 0;
  std::uint64_t unknown = 0;

  void count(const Session& session, const Prediction& prediction, const std::string& label);
  double accuracy() const;
  double unknown_share() const;
};

// The labelled samples of a source. Throws Error(kInvalidData) naming it if there are none.
std::vector<Sample> read_test(Source& source, const std::string& name);

// Predicts labelled samples.
Evaluation evaluate(const Session& session, std::span<const Sample> samples);

}  // namespace mpart
