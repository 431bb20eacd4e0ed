#include "plot/figures.hpp"

#include <gtest/gtest.h>

namespace mpart::plot {
namespace {

std::vector<std::uint64_t> rows_kept(std::size_t most, std::uint64_t offered) {
  EvenSamples even(most);
  Sample sample;
  for (sample.row = 0; sample.row < offered; ++sample.row) even.offer(sample);
  std::vector<std::uint64_t> rows;
  for (const Sample& kept : even.kept()) rows.push_back(kept.row);
  return rows;
}

TEST(EvenSamples, KeepsAllWhileTheyFit) {
  EXPECT_EQ(rows_kept(4, 4), (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(EvenSamples, KeepsEverySecondThenEveryFourth) {
  EXPECT_EQ(rows_kept(4, 5), (std::vector<std::uint64_t>{0, 2, 4}));
  EXPECT_EQ(rows_kept(4, 8), (std::vector<std::uint64_t>{0, 2, 4, 6}));
  EXPECT_EQ(rows_kept(4, 9), (std::vector<std::uint64_t>{0, 4, 8}));
}

TEST(EvenSamples, EvenlySpacedAndNeverTooManyWhateverTheLength) {
  for (const std::size_t most : {1U, 2U, 3U, 7U, 100U}) {
    for (const std::uint64_t offered : {0U, 1U, 6U, 99U, 1000U}) {
      const std::vector<std::uint64_t> rows = rows_kept(most, offered);
      EXPECT_LE(rows.size(), most);
      EXPECT_EQ(rows.empty(), offered == 0);
      for (std::size_t i = 0; i + 1 < rows.size(); ++i) EXPECT_EQ(rows[i], i * rows[1]);
      if (offered > most) {
        EXPECT_GE(2 * rows.size(), most);
      }
    }
  }
}

}  // namespace
}  // namespace mpart::plot
