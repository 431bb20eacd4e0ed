#include <gtest/gtest.h>

#include "learn/baselines/soinn/soinn_graph.hpp"
#include "reference/slow_soinn.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;
using reference::SlowSoinn;

void expect_same(const SoinnGraph& graph, const SlowSoinn& slow) {
  ASSERT_EQ(graph.node_count(), slow.nodes.size());
  ASSERT_EQ(graph.edge_count(), slow.ages.size());
  std::map<Subclass, int> names;  // subclasses are named differently
  for (const auto& [id, expected] : slow.nodes) {
    const NodeIndex j = graph.find(id);
    ASSERT_NE(j, kNoNode) << "node " << id;
    const SoinnGraph::Node& node = graph.at(j);
    EXPECT_EQ(static_cast<double>(node.wins), expected.wins);
    EXPECT_NEAR(graph.density(j), slow.density(id), 1e-9);
    for (std::size_t k = 0; k < node.place.size(); ++k) {
      EXPECT_NEAR(node.place[k], expected.place[k], 1e-9);
    }
    const int name = node.subclass == kNoSubclass ? -1 : expected.subclass;
    EXPECT_EQ(names.try_emplace(node.subclass, name).first->second, expected.subclass);
    for (const SoinnGraph::Edge& edge : node.edges) {
      const std::uint64_t other = graph.at(edge.to).id;
      const auto age = slow.ages.find({std::min(id, other), std::max(id, other)});
      ASSERT_NE(age, slow.ages.end()) << "edge " << id << " - " << other;
      EXPECT_EQ(edge.age, static_cast<std::uint32_t>(age->second));
    }
  }
}

void compare_streams(Shape shape) {
  for (std::uint64_t seed = 0; seed < 150 && !testing::Test::HasFailure(); ++seed) {
    Draw draw(seed);
    const auto lambda = draw.of<std::uint32_t>({20, 50, 100});
    const auto age = draw.of<std::uint32_t>({3, 10, 30});
    const double alpha = draw.of({0.5, 1.0, 2.0});
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomStream stream(shape, draw.of<std::size_t>({1, 2, 4, 9}), draw);
    SoinnGraph graph({lambda, age, alpha, 0});
    SlowSoinn slow(lambda, static_cast<int>(age), alpha);
    for (int t = 0; t < 250; ++t) {
      const std::vector<double> values = stream.next();
      const NodeIndex before = graph.nearest(values);
      const NodeId nearest = before == kNoNode ? 0 : graph.at(before).id;
      const SoinnGraph::Step step = graph.learn(values);
      const auto [winner, created] = slow.learn(values);
      ASSERT_EQ(step.created, created) << "t " << t;
      ASSERT_EQ(created ? graph.at(step.winner).id : nearest, winner) << "t " << t;
      if (t % 20 != 19) continue;
      ASSERT_NO_FATAL_FAILURE(expect_same(graph, slow)) << "t " << t;
    }
  }
}

TEST(Soinn, FastAndSlowGrowTheSameGraphOnUniformStreams) { compare_streams(Shape::kUniform); }
TEST(Soinn, FastAndSlowGrowTheSameGraphOnClusters) { compare_streams(Shape::kClustered); }

// Worked by hand: nodes at 0 and 1; 0.9 is within both thresholds (each is 1).
TEST(Soinn, AWinnerMovesByOneOverItsWinsAndItsNeighbourByAHundredthOfThat) {
  SoinnGraph graph({.lambda = 100, .age_max = 30, .alpha = 1});
  graph.learn(std::vector{0.0});
  graph.learn(std::vector{1.0});
  const SoinnGraph::Step step = graph.learn(std::vector{0.9});
  EXPECT_EQ(step.winner, 1U);
  EXPECT_FALSE(step.created);
  EXPECT_DOUBLE_EQ(graph.at(1).place[0], 1.0 - 0.1 / 2);
  EXPECT_DOUBLE_EQ(graph.at(0).place[0], 0.9 / 200);
  EXPECT_DOUBLE_EQ(graph.density(1), 1.0 / 4) << "1 / (1 + 1)^2: its neighbour is 1 away";
  EXPECT_EQ(graph.edge_count(), 1U);
}

TEST(Soinn, NodesWithoutNeighboursGoAtACleanUp) {
  SoinnGraph graph({.lambda = 3, .age_max = 30, .alpha = 1});
  graph.learn(std::vector{0.0});
  graph.learn(std::vector{0.1});
  EXPECT_TRUE(graph.learn(std::vector{0.9}).cleaned);
  EXPECT_EQ(graph.node_count(), 0U);
}

}  // namespace
}  // namespace mpart
