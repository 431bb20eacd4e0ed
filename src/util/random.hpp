#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace mpart {

// xoshiro256** (Blackman and Vigna): small state that is easy to save, and the same numbers on
// every platform, which the distributions of <random> do not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed = 0);

  std::uint64_t next();
  std::uint64_t below(std::uint64_t bound);  // 0 .. bound-1, unbiased; REQUIRES bound > 0
  double uniform();                          // [0, 1)
  double normal();                           // mean 0, variance 1

  const std::array<std::uint64_t, 4>& state() const { return state_; }
  void restore(const std::array<std::uint64_t, 4>& state) { state_ = state; }

 private:
  std::array<std::uint64_t, 4> state_;
};

// Every order is as likely as any other.
template <typename T>
void shuffle(std::vector<T>& items, Random& random) {
  for (std::size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[random.below(left)]);
  }
}

}  // namespace mpart
