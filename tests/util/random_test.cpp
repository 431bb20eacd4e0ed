#include "util/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mpart {
namespace {

TEST(Random, IsXoshiro256StarStar) {
  // First outputs for the state 1, 2, 3, 4, computed by hand from the authors' definition.
  Random random;
  random.restore({1, 2, 3, 4});
  EXPECT_EQ(random.next(), 11520U);
  EXPECT_EQ(random.next(), 0U);
  EXPECT_EQ(random.next(), 1509978240U);
  EXPECT_EQ(random.next(), 1215971899390074240U);
}

TEST(Random, BelowIsUniform) {
  Random random(5);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
  double chi_square = 0;
  for (const int count : counts) chi_square += std::pow(count - 10000, 2) / 10000;
  EXPECT_LT(chi_square, 22.5);  // 6 degrees of freedom, p = 0.001
}

TEST(Random, NormalHasItsMoments) {
  Random random(5);
  double sum = 0;
  double squares = 0;
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    const double draw = random.normal();
    sum += draw;
    squares += draw * draw;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.01);
  EXPECT_NEAR(squares / kDraws, 1, 0.02);
}

TEST(Random, RestoredStateGoesOn) {
  Random random(9);
  random.next();
  Random copy;
  copy.restore(random.state());
  EXPECT_EQ(copy.next(), random.next());
}

}  // namespace
}  // namespace mpart
