#include "prepare/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "mpart/error.hpp"
#include "util/random.hpp"

namespace mpart::embed {
namespace {

Matrix clusters(std::size_t rows, std::size_t columns, std::size_t count) {
  Random random(3);
  std::vector<double> centres(count * columns);
  for (double& value : centres) value = random.normal();
  Matrix samples{rows, columns, {}};
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t cluster = random.below(count);
    for (std::size_t d = 0; d < columns; ++d) {
      const double value = centres[cluster * columns + d] + 0.3 * random.normal();
      samples.values.push_back(static_cast<float>(value));
    }
  }
  return samples;
}

Neighbours slow_neighbours(const Matrix& samples, std::size_t k) {
  Neighbours out{samples.rows, k, {}, {}};
  for (std::size_t i = 0; i < samples.rows; ++i) {
    std::vector<std::pair<float, std::uint32_t>> all;
    for (std::uint32_t j = 0; j < samples.rows; ++j) {
      double sum = 0;
      for (std::size_t d = 0; d < samples.columns; ++d) {
        sum += std::pow(double{samples.row(i)[d]} - double{samples.row(j)[d]}, 2);
      }
      all.emplace_back(i == j ? -1 : static_cast<float>(std::sqrt(sum)), j);
    }
    std::sort(all.begin(), all.end());
    for (std::size_t j = 0; j < k; ++j) {
      out.index.push_back(all[j].second);
      out.distance.push_back(std::max(0.0F, all[j].first));
    }
  }
  return out;
}

void expect_equal(const Neighbours& a, const Neighbours& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.k, b.k);
  EXPECT_EQ(a.index, b.index);
  EXPECT_EQ(a.distance, b.distance);
}

double recall(const Neighbours& found, const Neighbours& truth) {
  std::size_t hits = 0;
  for (std::size_t i = 0; i < found.rows; ++i) {
    const auto first = truth.index.begin() + static_cast<std::ptrdiff_t>(i * truth.k);
    const auto last = first + static_cast<std::ptrdiff_t>(truth.k);
    for (std::size_t j = 1; j < found.k; ++j) {
      if (std::find(first, last, found.index[i * found.k + j]) != last) ++hits;
    }
  }
  return static_cast<double>(hits) / static_cast<double>(found.rows * (found.k - 1));
}

std::string bad_input(const Matrix& samples, std::size_t k) {
  std::string message;
  for (const auto& search :
       {+[](const Matrix&m, std::size_t n) { exact_neighbours(m, n, 2); },
        +[](const Matrix&m, std::size_t n) { find_neighbours(m, n, 1); },
        +[](const Matrix&m, std::size_t n) { approximate_neighbours(m, n, 1); }}) {
    try {
      search(samples, k);
      return "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInvalidData);
      EXPECT_TRUE(message.empty() || message == error.what());
      message = error.what();
    }
  }
  return message;
}

TEST(ExactNeighbours, AgreeWithSortingAllDistances) {
  for (const std::size_t rows : {15U, 16U, 17U, 63U, 250U}) {
    for (const std::size_t columns : {1U, 3U, 16U, 50U}) {
      const Matrix samples = clusters(rows, columns, 5);
      expect_equal(exact_neighbours(samples, 15, 2), slow_neighbours(samples, 15));
    }
  }
}

TEST(ExactNeighbours, AllSamplesCanBeNeighbours) {
  const Matrix samples = clusters(40, 4, 2);
  expect_equal(exact_neighbours(samples, 40, 1), slow_neighbours(samples, 40));
  expect_equal(exact_neighbours(samples, 1, 1), slow_neighbours(samples, 1));
}

TEST(ExactNeighbours, EqualDistancesAreSortedByIndex) {
  Matrix samples = clusters(60, 3, 2);
  for (float& value : samples.values) value = std::round(value);  // a grid: many are equally far
  expect_equal(exact_neighbours(samples, 10, 2), slow_neighbours(samples, 10));
}

TEST(ExactNeighbours, NearSamplesFarFromTheOriginKeepTheirOrder) {
  Matrix samples{50, 1, {}};
  for (int i = 0; i < 50; ++i) samples.values.push_back(10000 + 0.001F * static_cast<float>(i * i));
  expect_equal(exact_neighbours(samples, 5, 1), slow_neighbours(samples, 5));
}

TEST(ExactNeighbours, ThreadsMakeNoDifference) {
  const Matrix samples = clusters(1500, 20, 10);
  const Neighbours one = exact_neighbours(samples, 15, 1);
  for (const std::size_t threads : {2U, 3U, 8U}) {
    expect_equal(exact_neighbours(samples, 15, threads), one);
  }
}

TEST(ApproximateNeighbours, NinetyNineOfAHundredAreTrue) {
  const Matrix samples = clusters(5000, 50, 20);
  const Neighbours truth = exact_neighbours(samples, 15, 2);
  EXPECT_GE(recall(approximate_neighbours(samples, 15, 1), truth), 0.99);
}

TEST(ApproximateNeighbours, SameSeedGivesTheSame) {
  const Matrix samples = clusters(2000, 21, 10);
  expect_equal(approximate_neighbours(samples, 15, 7), approximate_neighbours(samples, 15, 7));
}

TEST(ApproximateNeighbours, EverySampleComesFirstAndTheOthersOnceEach) {
  Matrix samples = clusters(600, 5, 3);
  std::fill_n(samples.values.begin(), 1500, 0.5F);  // half are duplicates
  const Neighbours found = approximate_neighbours(samples, 15, 1);
  for (std::size_t i = 0; i < 600; ++i) {
    const auto first = found.index.begin() + static_cast<std::ptrdiff_t>(i * 15);
    EXPECT_EQ(*first, i);
    std::vector<std::uint32_t> row(first, first + 15);
    std::sort(row.begin(), row.end());
    EXPECT_EQ(std::adjacent_find(row.begin(), row.end()), row.end());
    const auto distances = found.distance.begin() + static_cast<std::ptrdiff_t>(i * 15);
    EXPECT_TRUE(std::is_sorted(distances, distances + 15));
  }
}

TEST(ApproximateNeighbours, DuplicatesOnlyAreAtDistanceZero) {
  const Matrix samples{500, 3, std::vector<float>(1500, 0.25F)};
  const Neighbours found = approximate_neighbours(samples, 15, 1);
  EXPECT_EQ(std::count(found.distance.begin(), found.distance.end(), 0.0F), 500 * 15);
}

TEST(ApproximateNeighbours, AllSamplesCanBeNeighbours) {
  const Matrix samples = clusters(200, 4, 4);
  expect_equal(approximate_neighbours(samples, 200, 1), slow_neighbours(samples, 200));
}

TEST(FindNeighbours, IsExactWhereThatIsFast) {
  const Matrix samples = clusters(3000, 8, 10);
  expect_equal(find_neighbours(samples, 15, 1), exact_neighbours(samples, 15, 1));
}

TEST(FindNeighbours, IsNearlyExactBeyond) {
  const Matrix samples = clusters(20001, 3, 10);
  const Neighbours truth = exact_neighbours(samples, 5, 2);
  EXPECT_GE(recall(find_neighbours(samples, 5, 1), truth), 0.99);
}

TEST(Neighbours, WhatThePulseThrowsEndsTheSearch) {
  const Matrix samples = clusters(2000, 4, 2);
  const auto stop = [] { throw Error(ErrorKind::kInternal, "stop"); };
  EXPECT_THROW(exact_neighbours(samples, 15, 2, stop), Error);
  EXPECT_THROW(approximate_neighbours(samples, 15, 1, stop), Error);
}

TEST(Neighbours, MoreThanThereAreSamplesIsBadInput) {
  EXPECT_EQ(bad_input(clusters(12, 4, 2), 15), "12 samples are too few for 15 neighbours");
  EXPECT_EQ(bad_input(Matrix{}, 15), "0 samples are too few for 15 neighbours");
}

TEST(Neighbours, ValuesThatAreNotFiniteAreBadInput) {
  Matrix samples = clusters(20, 4, 2);
  samples.row(3)[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(bad_input(samples, 15), "sample 4, value 2: a finite number expected");
  samples.row(3)[1] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(bad_input(samples, 15), "sample 4, value 2: a finite number expected");
}

TEST(Neighbours, ZeroOfThemIsBadUse) {
  EXPECT_THROW(exact_neighbours(clusters(20, 4, 2), 0, 1), Error);
}

TEST(Neighbours, ValuesBeyondSquaringStillGiveFullRows) {
  Matrix samples = clusters(40, 4, 2);
  for (float& value : samples.values) value = value > 0 ? 3e38F : -3e38F;
  for (const Neighbours& found :
       {exact_neighbours(samples, 15, 1), approximate_neighbours(samples, 15, 1)}) {
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(found.index[i * 15], i);
    EXPECT_TRUE(std::all_of(found.distance.begin(), found.distance.end(),
                            [](float d) { return std::isfinite(d); }));
  }
}

}  // namespace
}  // namespace mpart::embed
