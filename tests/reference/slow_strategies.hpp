#pragma once

#include <cstdint>
#include <vector>

#include "mpart/strategy.hpp"

namespace mpart::reference {

// Memory and Explorer, slow and obvious. Each call returns the times (from 0) of the samples that
// are asked about now.
class SlowStrategy {
 public:
  virtual ~SlowStrategy() = default;
  virtual std::vector<std::uint64_t> offer(double score) = 0;
  virtual std::vector<std::uint64_t> finish() = 0;
};

// Remembers the whole period and asks about its B best, of equals the first, in order of time.
class SlowMemory : public SlowStrategy {
 public:
  explicit SlowMemory(Budget budget) : budget_(budget) {}
  std::vector<std::uint64_t> offer(double score) override;
  std::vector<std::uint64_t> finish() override;

 private:
  struct Seen {
    std::uint64_t time;
    double score;
  };
  Budget budget_;
  std::uint64_t time_ = 0;
  std::vector<Seen> period_;
};

class SlowExplorer : public SlowStrategy {
 public:
  explicit SlowExplorer(Budget budget) : budget_(budget), left_(budget.questions) {}
  std::vector<std::uint64_t> offer(double score) override;
  std::vector<std::uint64_t> finish() override { return {}; }

  // How far the sum of the last test was above one half: the test is in doubt when this is tiny.
  double margin() const { return margin_; }

 private:
  double cdf(double score) const;

  Budget budget_;
  std::uint64_t time_ = 0;
  std::uint64_t left_;  // b
  double n_ = 0;        // samples since the last query
  double mean_ = 0, variance_ = 0;
  double margin_ = 1;
};

// P(X < limit) for X binomial of `trials` and `p`.
double binomial_below(std::uint64_t limit, std::uint64_t trials, double p);

}  // namespace mpart::reference
