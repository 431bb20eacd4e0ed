#include "prepare/matrix_product.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "prepare/tiny_networks.hpp"
#include "util/random.hpp"

namespace mpart::embed {
namespace {

// Random factors for a product, in memory as it wants them.
struct Factors {
  Factors(std::size_t rows, std::size_t columns, std::size_t depth, bool transposed) {
    Random random(rows + 7 * columns + 31 * depth);
    left = test::random_floats(rows * depth, random);
    right = test::random_floats(depth * columns, random);
    start = test::random_floats(rows * columns, random);
    out.assign(rows * columns, NAN);
    product = {.rows = rows, .columns = columns, .depth = depth};
    product.left = left.data();
    product.left_row_step = transposed ? 1 : depth;
    product.left_depth_step = transposed ? rows : 1;
    product.right = right.data();
    product.right_step = product.out_step = columns;
    product.out = out.data();
  }
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;

  void expect_right() const {
    for (std::size_t i = 0; i < product.rows; ++i) {
      for (std::size_t j = 0; j < product.columns; ++j) {
        double sum = product.start == nullptr ? 0 : start[i * product.start_step + j];
        for (std::size_t d = 0; d < product.depth; ++d) {
          sum += double{left[i * product.left_row_step + d * product.left_depth_step]} *
                 right[d * product.columns + j];
        }
        if (product.relu) sum = std::max(sum, 0.0);
        ASSERT_NEAR(out[i * product.columns + j], sum, 1e-5 * double(product.depth + 1))
            << i << ' ' << j << " of " << product.rows << " x " << product.columns;
      }
    }
  }

  std::vector<float> left, right, start, out;
  Product product;
};

// All remainders of rows and columns that a tile can leave, with all instructions there are.
TEST(MatrixProduct, IsWhatThreeLoopsGive) {
  for (std::size_t rows = 1; rows <= 17; ++rows) {
    for (const std::size_t columns : {16, 32, 48, 64, 80, 112}) {
      for (const std::size_t depth : {1, 9, 100}) {
        for (const bool transposed : {false, true}) {
          for (std::size_t version = 0; version < kProductVersions; ++version) {
            Factors factors(rows, columns, depth, transposed);
            if (multiply_by_version(version, factors.product)) factors.expect_right();
          }
        }
      }
    }
  }
}

TEST(MatrixProduct, StartsFromABiasOrFromEarlierSums) {
  for (const std::size_t step : {0, 48}) {
    Factors factors(13, 48, 20, false);
    factors.product.start = factors.start.data();
    factors.product.start_step = step;
    factors.product.relu = step == 0;
    multiply(factors.product);
    factors.expect_right();
  }
}

TEST(MatrixProduct, ARowAloneHasTheSameBitsAsAmongOthers) {
  Factors factors(29, 112, 784, false);
  multiply(factors.product);
  for (std::size_t row = 0; row < 29; ++row) {
    std::vector<float> alone(112);
    Product one = factors.product;
    one.rows = 1;
    one.left += row * 784;
    one.out = alone.data();
    multiply(one);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), &factors.out[row * 112])) << row;
  }
}

TEST(MatrixProduct, NotANumberPassesTheRelu) {
  Factors factors(3, 16, 4, false);
  factors.product.relu = true;
  factors.left[5] = NAN;  // of the second row
  multiply(factors.product);
  EXPECT_FALSE(std::isnan(factors.out[0]));
  EXPECT_TRUE(std::isnan(factors.out[16]));
}

TEST(MatrixProduct, NothingIsWrittenForNoRows) {
  Factors factors(1, 16, 4, false);
  factors.product.rows = 0;
  multiply(factors.product);
  EXPECT_TRUE(std::isnan(factors.out[0]));
}

}  // namespace
}  // namespace mpart::embed
