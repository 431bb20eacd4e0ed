#include "util/random.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace mpart {

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {  // splitmix64, as the generator's authors advise
    seed += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = seed;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    word = mixed ^ (mixed >> 31);
  }
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t bound) {
  const std::uint64_t unfair =
      (0 - bound) % bound;  // 2^64 mod bound numbers too many at the low end
  std::uint64_t draw = next();
  while (draw < unfair) draw = next();
  return draw % bound;
}

double Random::uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double
Random::normal() {  // Box and Muller; the second of the pair is not kept, so state is all there is
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace mpart
