#pragma once

#include <cstdint>
#include <vector>

#include "mpart/sample.hpp"

namespace mpart::plot {

// Keeps evenly spaced samples of a stream of any length in bounded memory: every 1st, 2nd, 4th, ...
// so that there are never more than `most`. Not thread-safe.
class EvenSamples {
 public:
  explicit EvenSamples(std::size_t most = 20'000) : most_(most) {}  // REQUIRES most > 0

  void offer(const Sample& sample);
  const std::vector<Sample>& kept() const { return kept_; }
  std::uint64_t offered() const { return offered_; }

 private:
  std::size_t most_;
  std::uint64_t offered_ = 0, stride_ = 1;
  std::vector<Sample> kept_;
};

}  // namespace mpart::plot
