#include "prepare/training_split.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mpart::embed {
namespace {

TEST(RowDraw, TakesTheShareAndNoMore) {
  for (const double share : {0.0, 0.1, 0.3, 0.9, 1.0}) {
    constexpr int kRows = 100000;
    int taken = 0;
    for (std::uint64_t row = 1; row <= kRows; ++row) taken += RowDraw{share, 7}.takes(row) ? 1 : 0;
    const double deviation = std::sqrt(kRows * share * (1 - share));
    EXPECT_NEAR(taken, kRows * share, 4 * deviation) << share;
  }
}

TEST(RowDraw, SeedsAndNeighbouringRowsAreIndependent) {
  constexpr int kRows = 100000;
  int both_seeds = 0, both_rows = 0;
  for (std::uint64_t row = 1; row <= kRows; ++row) {
    const bool taken = RowDraw{0.5, 1}.takes(row);
    both_seeds += taken && RowDraw{0.5, 2}.takes(row) ? 1 : 0;
    both_rows += taken && RowDraw{0.5, 1}.takes(row + 1) ? 1 : 0;
  }
  EXPECT_NEAR(both_seeds, kRows / 4, 600);  // 4.4 standard deviations
  EXPECT_NEAR(both_rows, kRows / 4, 600);
}

TEST(RowDraw, IsReadBackFromMetadata) {
  const auto rows =
      FittedRows::of({{"mpart.fitted_on", "a.csv"}, {"mpart.share", "0.3"}, {"mpart.seed", "12"}});
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->data, "a.csv");
  EXPECT_EQ(rows->draw.share, 0.3);
  EXPECT_EQ(rows->draw.seed, 12U);
  EXPECT_FALSE(FittedRows::of({{"mpart.fitted_on", "a.csv"}, {"mpart.share", "0.3"}}));
  EXPECT_FALSE(FittedRows::of(
      {{"mpart.fitted_on", "a.csv"}, {"mpart.share", "0.3 "}, {"mpart.seed", "12"}}));
  EXPECT_FALSE(FittedRows::of({}));
}

}  // namespace
}  // namespace mpart::embed
