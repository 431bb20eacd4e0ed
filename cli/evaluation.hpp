#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mpart/session.hpp"
#include "mpart/source.hpp"

namespace mpart {

// How often the model is right. A sample that no label reaches has the answer unknown, which is
// wrong.
struct Evaluation {
  std::uint64_t samples = 0;  // with a label
  std::uint64_t correct = 0;  // answered, and right
  std::uint64_t unknown = 0;
  std::uint64_t first_class = 0;  // unknown, and of the class that was received first

  void count(const Session& session, const Prediction& prediction, const std::string& label);
  double accuracy() const;              // of all samples
  double answered_share() const;        // of all samples: those that are not unknown
  double accuracy_of_answered() const;  // 0 if none is answered
  double unknown_share() const;

  // The paper's way of counting: an unknown is answered with the class received first.
  double paper_accuracy() const;

  // "63.2 % of 10,000"; where some are unknown "; 99.5 % answered, 63.5 % of those right" follows.
  std::string text() const;
};

// The labelled samples of a source. Throws Error(kInvalidData) naming it if there are none.
std::vector<Sample> read_test(Source& source, const std::string& name);

// Predicts labelled samples.
Evaluation evaluate(const Session& session, std::span<const Sample> samples);

}  // namespace mpart
