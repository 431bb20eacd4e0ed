#include "plot/graph_statistics.hpp"

#include <gtest/gtest.h>

#include "plot/small_graph.hpp"

namespace mpart::plot {
namespace {

TEST(GraphStatistics, CountsOfAGraphMadeByHand) {
  const GraphStatistics found = graph_statistics(small_graph(), 8, 30);
  EXPECT_EQ(found.samples, 30U);
  EXPECT_EQ(found.nodes, 5U);
  EXPECT_EQ(found.edges, 4U);
  EXPECT_EQ(found.coactivations, 8U);
  EXPECT_DOUBLE_EQ(found.coactivations_per_node, 8.0 / 5);
  EXPECT_DOUBLE_EQ(found.coactivations_per_sample, 8.0 / 30);
  EXPECT_EQ(found.max_degree, 3U);
  EXPECT_EQ(found.nodes_without_edges, 1U);
  EXPECT_EQ(found.components, 2U);
  EXPECT_EQ(found.classes, 3U);
  EXPECT_EQ(found.labelled_nodes, 2U);
  EXPECT_DOUBLE_EQ(found.labels, 4);
  EXPECT_EQ(found.nodes_that_won_once, 2U);
}

TEST(GraphStatistics, PaperCountsAnEdgeOnceForNeighboursAndTwiceForWeights) {
  const GraphStatistics found = graph_statistics(small_graph(), 8, 30);
  EXPECT_DOUBLE_EQ(found.edges_per_node, 4.0 / 5);
  EXPECT_DOUBLE_EQ(found.mean_degree, 8.0 / 5);
  const double mean = (0.1 + 0.2 + 0.4 + 1.0 / 3) / 4;
  EXPECT_DOUBLE_EQ(found.mean_edge_weight, mean);
  EXPECT_DOUBLE_EQ(found.mean_edge_weight_paper, 2 * mean);
}

TEST(GraphStatistics, EmptyGraphIsAllZeros) {
  const GraphStatistics found = graph_statistics({}, 0, 0);
  EXPECT_EQ(found.nodes, 0U);
  EXPECT_EQ(found.components, 0U);
  EXPECT_EQ(found.coactivations_per_node, 0);
  EXPECT_EQ(found.coactivations_per_sample, 0);
  EXPECT_EQ(found.mean_degree, 0);
  EXPECT_EQ(found.mean_edge_weight, 0);
}

TEST(GraphStatistics, LongChainIsOneComponent) {
  Graph chain;
  chain.nodes.resize(10'000);
  for (std::uint32_t i = 0; i + 1 < 10'000; ++i) chain.edges.push_back({i, i + 1, 1, 0.5});
  EXPECT_EQ(graph_statistics(chain, 0, 0).components, 1U);
}

}  // namespace
}  // namespace mpart::plot
