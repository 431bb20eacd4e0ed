#include "prepare/fuzzy_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "prepare/umap_fixture.hpp"
#include "util/random.hpp"

namespace mpart::embed {
namespace {

using Weights = std::map<std::pair<std::uint32_t, std::uint32_t>, double>;

Weights weights_of(const std::vector<FuzzyEdge>& edges) {
  Weights weights;
  for (const FuzzyEdge& edge : edges) weights[{edge.from, edge.to}] = edge.weight;
  return weights;
}

Matrix random_samples(std::size_t rows, std::size_t columns) {
  Random random(11);
  Matrix samples{rows, columns, std::vector<float>(rows * columns)};
  for (float& value : samples.values) value = static_cast<float>(random.normal());
  return samples;
}

double sum_for(const Neighbours& n, std::size_t i, double sigma) {
  const double rho = n.distance[i * n.k + 1];
  double sum = 0;
  for (std::size_t j = 1; j < n.k; ++j) {
    sum += std::exp(-(n.distance[i * n.k + j] - rho) / sigma);
  }
  return sum;
}

// The definition for samples without duplicates, in a full matrix; sigma by a thousand halvings of
// its logarithm.
Weights slow_fuzzy_set(const Neighbours& n) {
  std::vector<std::vector<double>> p(n.rows, std::vector<double>(n.rows));
  for (std::size_t i = 0; i < n.rows; ++i) {
    double low = -50;
    double high = 50;
    for (int step = 0; step < 1000; ++step) {
      const double middle = (low + high) / 2;
      const bool large = sum_for(n, i, std::exp(middle)) > std::log2(static_cast<double>(n.k));
      (large ? high : low) = middle;
    }
    for (std::size_t j = 1; j < n.k; ++j) {
      const double beyond = n.distance[i * n.k + j] - n.distance[i * n.k + 1];
      p[i][n.index[i * n.k + j]] = std::exp(-beyond / std::exp(low));
    }
  }
  Weights weights;
  for (std::uint32_t i = 0; i < n.rows; ++i) {
    for (std::uint32_t j = 0; j < n.rows; ++j) {
      const double weight = p[i][j] + p[j][i] - p[i][j] * p[j][i];
      if (weight > 0) weights[{i, j}] = weight;
    }
  }
  return weights;
}

void expect_near(const Weights& found, const Weights& expected, double tolerance) {
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [edge, weight] : expected) {
    const auto at = found.find(edge);
    ASSERT_NE(at, found.end()) << edge.first << " to " << edge.second;
    EXPECT_NEAR(at->second, weight, tolerance) << edge.first << " to " << edge.second;
  }
}

TEST(FuzzySet, AgreesWithUmapLearn) {
  Matrix samples;
  for (const auto& point : umap_fixture("point")) {
    ++samples.rows;
    samples.columns = point.size();
    for (const double value : point) samples.values.push_back(static_cast<float>(value));
  }
  ASSERT_EQ(samples.rows, 200U);
  Weights expected;
  for (const auto& edge : umap_fixture("edge")) {
    const auto i = static_cast<std::uint32_t>(edge[0]);
    const auto j = static_cast<std::uint32_t>(edge[1]);
    expected[{i, j}] = expected[{j, i}] = edge[2];
  }
  expect_near(weights_of(fuzzy_set(exact_neighbours(samples, 15, 1))), expected, 1e-5);
}

TEST(FuzzySet, AgreesWithItsDefinition) {
  const Matrix samples = random_samples(150, 3);
  for (const std::size_t k : {2U, 3U, 5U, 15U, 40U}) {
    const Neighbours neighbours = exact_neighbours(samples, k, 1);
    expect_near(weights_of(fuzzy_set(neighbours)), slow_fuzzy_set(neighbours), 2e-5);
  }
}

TEST(FuzzySet, IsSortedSymmetricAndWithoutLoops) {
  const auto edges = fuzzy_set(exact_neighbours(random_samples(300, 4), 10, 1));
  const Weights weights = weights_of(edges);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const FuzzyEdge& edge = edges[i];
    EXPECT_NE(edge.from, edge.to);
    EXPECT_GT(edge.weight, 0);
    EXPECT_LE(edge.weight, 1);
    EXPECT_EQ(weights.at({edge.to, edge.from}), weights.at({edge.from, edge.to}));
    if (i == 0) continue;
    EXPECT_LT(std::tie(edges[i - 1].from, edges[i - 1].to), std::tie(edge.from, edge.to));
  }
}

TEST(FuzzySet, NearestNeighbourIsSure) {
  const Neighbours neighbours = exact_neighbours(random_samples(100, 4), 10, 1);
  const Weights weights = weights_of(fuzzy_set(neighbours));
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_FLOAT_EQ(static_cast<float>(weights.at({i, neighbours.index[i * 10U + 1]})), 1);
  }
}

TEST(FuzzySet, DuplicatesOnlyAreAllSure) {
  const Matrix samples{20, 3, std::vector<float>(60, 0.5F)};
  const auto edges = fuzzy_set(exact_neighbours(samples, 15, 1));
  EXPECT_GE(edges.size(), 20U * 14U);
  for (const FuzzyEdge& edge : edges) EXPECT_EQ(edge.weight, 1);
}

TEST(FuzzySet, TwoCrowdsFarApartHaveFiniteWeights) {
  Matrix samples{20, 1, std::vector<float>(20)};
  for (std::size_t i = 10; i < 20; ++i) samples.values[i] = 1e30F;
  for (const FuzzyEdge& edge : fuzzy_set(exact_neighbours(samples, 15, 1))) {
    EXPECT_GT(edge.weight, 0);
    EXPECT_LE(edge.weight, 1);
  }
}

TEST(FuzzySet, OneNeighbourIsTheSampleItselfAndGivesNoEdge) {
  EXPECT_TRUE(fuzzy_set(exact_neighbours(random_samples(10, 2), 1, 1)).empty());
}

}  // namespace
}  // namespace mpart::embed
