#include "prepare/table_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "mpart/error.hpp"
#include "prepare/column_weights.hpp"
#include "util/random.hpp"

namespace mpart::embed {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

float normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.uniform();
  return static_cast<float>(sum);
}

// Three columns that say much the same, in units of their own, and one that says nothing.
Matrix related_and_noise() {
  Matrix rows{400, 4, {}};
  Random random(1);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const float truth = normal(random);
    rows.values.insert(rows.values.end(),
                       {1000 + 100 * (truth + normal(random) / 4), truth + normal(random) / 4,
                        -5 + (truth + normal(random) / 4) / 50, 7 * normal(random)});
  }
  return rows;
}

std::vector<float> applied(TableScale& scale, std::vector<float> row) {
  std::vector<float> out(row.size());
  scale.apply(row, out);
  return out;
}

float spread(TableScale& scale, const Matrix& rows, std::size_t column) {
  float least = 1, most = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::span<const float> row = rows.row(i);
    const float value = applied(scale, {row.begin(), row.end()})[column];
    least = std::min(least, value);
    most = std::max(most, value);
  }
  return most - least;
}

TEST(TableScale, AColumnThatTheOthersCannotForetellCountsLittle) {
  const Matrix rows = related_and_noise();
  TableScale scale = TableScale::fit(rows, {});
  for (std::size_t k = 0; k < 3; ++k) EXPECT_GT(spread(scale, rows, k), 0.7) << k;
  EXPECT_LT(spread(scale, rows, 3), 0.2);
  EXPECT_TRUE(scale.weighs());
  EXPECT_NEAR(scale.effective_columns(), 3, 0.2);
}

TEST(TableScale, ColumnsThatHaveNothingToDoWithOneAnotherCountAlike) {
  Matrix rows{400, 5, {}};
  Random random(1);
  for (std::size_t i = 0; i < 2000; ++i) rows.values.push_back(100 * normal(random));
  EXPECT_FALSE(TableScale::fit(rows, {}).weighs());
}

TEST(TableScale, AMissingValueIsWhatTheOthersLetExpect) {
  const Matrix rows = related_and_noise();
  TableScale scale = TableScale::fit(rows, {});
  double by_others = 0, by_mean = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    std::vector<float> row(rows.row(i).begin(), rows.row(i).end());
    const float truth = applied(scale, row)[1];
    row[1] = kMissing;
    const float filled = applied(scale, row)[1];
    by_others += std::abs(filled - truth);
    by_mean += std::abs(0.5 - truth);
  }
  EXPECT_LT(by_others, by_mean / 2);
  EXPECT_EQ(applied(scale, std::vector<float>(4, kMissing)).size(), 4U) << "nothing is known";
}

// Numbers and a category of four levels, all of them independent.
TEST(TableScale, TheLevelsOfACategoryCountTogetherAsMuchAsANumber) {
  Matrix rows{2000, 5, {}};
  Random random(1);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::uint64_t level = random.below(4);
    rows.values.push_back(50 + normal(random));
    for (std::uint64_t k = 0; k < 4; ++k) rows.values.push_back(k == level ? 1 : 0);
  }
  const std::vector<std::size_t> groups = {0, 1, 1, 1, 1};
  TableScale scale = TableScale::fit(rows, groups);
  double number = 0, category = 0;
  for (std::size_t i = 0; i + 1 < rows.rows; ++i) {
    const auto a = applied(scale, {rows.row(i).begin(), rows.row(i).end()});
    const auto b = applied(scale, {rows.row(i + 1).begin(), rows.row(i + 1).end()});
    number += std::abs(a[0] - b[0]);
    for (std::size_t k = 1; k < 5; ++k) category += std::abs(a[k] - b[k]);
  }
  EXPECT_NEAR(category / number, 1, 0.1);
  EXPECT_NEAR(scale.effective_columns(), 2, 1e-9);
}

TEST(TableScale, SavedAndLoadedItIsTheSame) {
  const Matrix rows = related_and_noise();
  TableScale scale = TableScale::fit(rows, {});
  TableScale loaded = TableScale::decode(scale.encode());
  EXPECT_EQ(loaded.encode(), scale.encode());
  for (const std::vector<float>& row :
       {std::vector<float>{900, 1, -5, 3}, {kMissing, 1, kMissing, 3}, {1e9F, -1e9F, 0, 0}}) {
    EXPECT_EQ(applied(loaded, row), applied(scale, row));
  }
}

TEST(TableScale, DamagedBytesAreRefused) {
  const std::string bytes = TableScale::fit(related_and_noise(), {}).encode();
  EXPECT_THROW(TableScale::decode(bytes.substr(0, bytes.size() - 1)), Error);
  EXPECT_THROW(TableScale::decode(bytes + "x"), Error);
  EXPECT_THROW(TableScale::decode(""), Error);
}

}  // namespace
}  // namespace mpart::embed
