#include "prepare/sparse_directions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "prepare/symmetric_eigen.hpp"

namespace mpart::embed {
namespace {

SparseRows diagonal(const std::vector<float>& values) {
  SparseRows matrix{.columns = values.size()};
  for (std::size_t i = 0; i < values.size(); ++i) {
    matrix.values.push_back({static_cast<std::uint32_t>(i), values[i]});
    matrix.ends.push_back(matrix.values.size());
  }
  return matrix;
}

TEST(SymmetricEigen, FindsValuesAndVectors) {
  // 3 and 1, along (1,1) and (1,-1).
  const SymmetricEigen eigen = symmetric_eigen({2, 1, 1, 2}, 2);
  EXPECT_NEAR(eigen.values[0], 3, 1e-12);
  EXPECT_NEAR(eigen.values[1], 1, 1e-12);
  EXPECT_NEAR(std::abs(eigen.vectors[0]), std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(eigen.vectors[0], eigen.vectors[2], 1e-12);
}

TEST(SymmetricEigen, ZerosHaveZeros) {
  EXPECT_EQ(symmetric_eigen({0, 0, 0, 0}, 2).values, (std::vector<double>{0, 0}));
}

TEST(SparseDirections, AreThoseOfTheLargestSingularValues) {
  const std::vector<float> directions = sparse_directions(diagonal({1, 9, 2, 5, 3}), 2, 1);
  ASSERT_EQ(directions.size(), 10U);
  EXPECT_NEAR(directions[1 * 2 + 0], 1, 1e-3);  // the second column
  EXPECT_NEAR(directions[3 * 2 + 1], 1, 1e-3);  // the fourth
  EXPECT_NEAR(directions[0], 0, 1e-3);
}

TEST(SparseDirections, BeyondTheRankAreZeros) {
  const std::vector<float> directions = sparse_directions(diagonal({4, 0, 0}), 3, 1);
  EXPECT_NEAR(directions[0], 1, 1e-4);
  for (std::size_t i = 1; i < 9; ++i) EXPECT_NEAR(directions[i], 0, 1e-4) << i;
}

TEST(SparseDirections, OfNoTextsAreZeros) {
  EXPECT_EQ(sparse_directions(diagonal({0, 0}), 1, 1), (std::vector<float>{0, 0}));
}

}  // namespace
}  // namespace mpart::embed
