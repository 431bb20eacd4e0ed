#pragma once

#include <cstdint>
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

// Samples kept in memory to be asked about again and again.
class TestSet {
 public:
  TestSet(Source& source, const std::string& name);
  Evaluation evaluate(const Session& session);
  std::size_t unlabelled() const { return unlabelled_; }

 private:
  std::vector<Sample> samples_;
  std::size_t unlabelled_ = 0;
  Scratch scratch_;
  Prediction prediction_;
};

}  // namespace mpart
