#include "prepare/pair_loss.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "util/random.hpp"

namespace mpart::embed {
namespace {

constexpr Curve kCurve{1.577, 0.895};

// The definition, word for word, in double.
double slow_loss(const std::vector<float>& z, std::size_t dims, const std::vector<Pair>& near,
                 const std::vector<Pair>& far) {
  const auto q = [&](const Pair& pair) {
    double square = 0;
    for (std::size_t i = 0; i < dims; ++i) {
      const double step = static_cast<double>(z[pair.from * dims + i]) - z[pair.to * dims + i];
      square += step * step;
    }
    return 1 / (1 + kCurve.a * std::pow(square, kCurve.b));
  };
  double sum = 0;
  for (const Pair& pair : near) sum -= std::log(q(pair));
  for (const Pair& pair : far) sum -= std::log(std::max(1 - q(pair), 1e-4));
  return sum / static_cast<double>(near.size() + far.size());
}

struct Case {
  std::size_t dims = 3;
  std::vector<float> z;
  std::vector<Pair> near, far;
};

Case draw_case(std::uint64_t seed) {
  Random random(seed);
  Case it;
  constexpr std::size_t kRows = 7;
  for (std::size_t i = 0; i < kRows * it.dims; ++i) {
    it.z.push_back(static_cast<float>(2 * random.normal()));
  }
  const auto draw = [&random] {
    const auto from = static_cast<std::uint32_t>(random.below(kRows));
    const auto step = static_cast<std::uint32_t>(1 + random.below(kRows - 1));
    return Pair{from, static_cast<std::uint32_t>((from + step) % kRows)};
  };
  for (int i = 0; i < 6; ++i) it.near.push_back(draw());
  for (int i = 0; i < 20; ++i) it.far.push_back(draw());
  return it;
}

TEST(PairLoss, IsTheDefinition) {
  std::vector<float> gradient;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Case it = draw_case(seed);
    const double loss = pair_loss(it.z, it.dims, it.near, it.far, kCurve, gradient);
    EXPECT_NEAR(loss, slow_loss(it.z, it.dims, it.near, it.far), 1e-5) << "seed " << seed;
  }
}

TEST(PairLoss, GradientIsTheSlopeOfTheDefinition) {
  std::vector<float> gradient;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Case it = draw_case(seed);
    pair_loss(it.z, it.dims, it.near, it.far, kCurve, gradient);
    ASSERT_EQ(gradient.size(), it.z.size());
    for (std::size_t i = 0; i < it.z.size(); ++i) {
      const float here = it.z[i];
      const float up = here + 1e-3F, down = here - 1e-3F;
      it.z[i] = up;
      const double above = slow_loss(it.z, it.dims, it.near, it.far);
      it.z[i] = down;
      const double below = slow_loss(it.z, it.dims, it.near, it.far);
      it.z[i] = here;
      EXPECT_NEAR(gradient[i], (above - below) / (static_cast<double>(up) - down), 1e-3)
          << "seed " << seed << ", value " << i;
    }
  }
}

TEST(PairLoss, FiniteForRowsAtTheSamePlace) {
  const std::vector<float> z(6, 0.25F);
  const std::vector<Pair> pairs{{0, 1}, {1, 2}};
  std::vector<float> gradient;
  EXPECT_TRUE(std::isfinite(pair_loss(z, 2, pairs, pairs, kCurve, gradient)));
  for (const float it : gradient) EXPECT_EQ(it, 0);
}

TEST(PairLoss, ZeroWithoutPairs) {
  const std::vector<float> z(6, 0.25F);
  std::vector<float> gradient;
  EXPECT_EQ(pair_loss(z, 2, {}, {}, kCurve, gradient), 0);
}

}  // namespace
}  // namespace mpart::embed
