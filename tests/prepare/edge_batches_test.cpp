#include "prepare/edge_batches.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "prepare/blobs.hpp"
#include "prepare/neighbours.hpp"

namespace mpart::embed {
namespace {

using Key = std::pair<std::uint32_t, std::uint32_t>;

class Batches : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr std::size_t kRows = 300;

  BatchOptions options() const { return {.edges = 200, .patch = GetParam(), .negatives = 5}; }

  std::vector<FuzzyEdge> edges_ =
      fuzzy_set(find_neighbours(test::blobs(3, kRows, 5, 1).rows, 10, 1));
};

TEST_P(Batches, DrawEveryEdgeAsOftenAsItsWeightSays) {
  constexpr int kEpochs = 2000;
  Random random(1);
  EdgeBatches batches(edges_, kRows, options(), random);
  std::map<Key, int> drawn;
  Batch batch;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    batches.start_epoch();
    while (batches.next(batch)) {
      for (const Pair& pair : batch.near) ++drawn[{batch.rows[pair.from], batch.rows[pair.to]}];
    }
  }
  for (const FuzzyEdge& edge : edges_) {
    // Five deviations of a share of 2000 draws.
    EXPECT_NEAR(static_cast<double>(drawn[{edge.from, edge.to}]) / kEpochs, edge.weight, 0.056);
  }
}

TEST_P(Batches, HoldEveryRowOnce) {
  Random random(1);
  EdgeBatches batches(edges_, kRows, options(), random);
  Batch batch;
  batches.start_epoch();
  while (batches.next(batch)) {
    EXPECT_EQ(std::set<std::uint32_t>(batch.rows.begin(), batch.rows.end()).size(),
              batch.rows.size());
  }
  EXPECT_EQ(batches.share(), 1);
}

TEST_P(Batches, HaveFiveFarPairsForANearOne) {
  Random random(1);
  EdgeBatches batches(edges_, kRows, options(), random);
  Batch batch;
  batches.start_epoch();
  ASSERT_TRUE(batches.next(batch));
  EXPECT_EQ(batch.far.size(), 5 * batch.near.size());
}

INSTANTIATE_TEST_SUITE_P(PatchOf, Batches, testing::Values(1, 8));

TEST(EdgeBatches, NeedFewerRowsWithLargerPatches) {
  const std::vector<FuzzyEdge> edges =
      fuzzy_set(find_neighbours(test::blobs(20, 4000, 5, 1).rows, 15, 1));
  const auto rows_in_an_epoch = [&edges](std::size_t patch) {
    Random random(1);
    EdgeBatches batches(edges, 4000, {.edges = 500, .patch = patch, .negatives = 5}, random);
    std::size_t rows = 0;
    Batch batch;
    batches.start_epoch();
    while (batches.next(batch)) rows += batch.rows.size();
    return rows;
  };
  EXPECT_LT(rows_in_an_epoch(16), rows_in_an_epoch(1));
}

}  // namespace
}  // namespace mpart::embed
