#include <gtest/gtest.h>

#include <set>

#include "mpart/learner.hpp"
#include "reference/compare.hpp"
#include "reference/slow_mpart.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;

// Every edge joins two nodes once and has the weight of equation 3; every label has a class.
void expect_consistent(const Graph& graph) {
  std::set<NodeId> ids;
  for (const Graph::Node& node : graph.nodes) {
    EXPECT_TRUE(ids.insert(node.id).second) << "two nodes of one id";
    EXPECT_GE(node.wins, 1u);
    for (const auto& [label, count] : node.labels) {
      EXPECT_LT(label, graph.classes.size());
      EXPECT_GT(count, 0);
    }
    for (std::size_t i = 0; i < node.lower.size(); ++i) EXPECT_LE(node.lower[i], node.upper[i]);
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const Graph::Edge& edge : graph.edges) {
    ASSERT_LT(edge.from, edge.to);
    ASSERT_LT(edge.to, graph.nodes.size());
    EXPECT_TRUE(pairs.insert({edge.from, edge.to}).second) << "one edge twice";
    const auto wins = graph.nodes[edge.from].wins + graph.nodes[edge.to].wins;
    EXPECT_GE(edge.count, 1u);
    EXPECT_NEAR(edge.weight, static_cast<double>(edge.count) / static_cast<double>(wins), 1e-15);
  }
}

Parameters limited_to(std::uint32_t max_nodes) {
  Parameters parameters;
  parameters.rho = 0.8;
  parameters.max_nodes = max_nodes;
  return parameters;
}

TEST(Eviction, LeavesAConsistentGraph) {
  for (std::uint32_t max_nodes : {1, 2, 3, 10, 25}) {
    auto learner = make_learner(limited_to(max_nodes));
    Draw draw(max_nodes);
    RandomStream stream(Shape::kUniform, 4, draw);
    Prediction out;
    for (int t = 0; t < 400; ++t) {
      const std::vector<double>& values = stream.next();
      learner->observe(values, out);
      if (draw.chance(0.1)) learner->teach(values, std::to_string(draw.below(4)));
      ASSERT_LE(learner->node_count(), max_nodes);
      if (t % 10 == 0) expect_consistent(learner->graph());
    }
    EXPECT_EQ(learner->node_count(), max_nodes);
    EXPECT_TRUE(max_nodes < 10 || !learner->graph().edges.empty());
  }
}

// What is left of evicted nodes in sums kept between steps would show here.
TEST(Eviction, LeavesALearnerThatAnswersFromItsGraphAlone) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Draw draw(seed);
    Parameters parameters = limited_to(2 + static_cast<std::uint32_t>(draw.below(20)));
    parameters.layers = static_cast<std::uint32_t>(draw.below(6));
    auto learner = make_learner(parameters);
    RandomStream stream(Shape::kUniform, 3, draw);
    Prediction out;
    Scratch scratch;
    for (int t = 0; t < 100; ++t) {
      const std::vector<double> values = stream.next();
      learner->observe(values, out);
      if (draw.chance(0.1)) learner->teach(values, std::to_string(draw.below(4)));
      if (t % 5 != 0) continue;
      const Graph graph = learner->graph();
      const std::vector<double>& fresh = stream.next();
      Prediction expected = reference::SlowMpart(parameters, graph).predict(fresh);
      expected.winner = graph.nodes[expected.winner].index;
      learner->predict(fresh, scratch, out);
      ASSERT_NO_FATAL_FAILURE(reference::expect_same(
          out, expected, "seed " + std::to_string(seed) + " t " + std::to_string(t)));
    }
  }
}

TEST(Eviction, TakesTheLabelsOfTheNodeWithIt) {
  auto learner = make_learner(limited_to(1));
  const std::vector<double> here{0, 0}, there{1, 1};
  Prediction out;
  learner->observe(here, out);
  Receipt receipt = learner->teach(here, "a");
  learner->observe(there, out);
  EXPECT_TRUE(out.created);
  EXPECT_FALSE(out.known);
  EXPECT_FALSE(learner->withdraw(receipt));
  EXPECT_FALSE(learner->teach(receipt.node, "b", receipt));
  EXPECT_TRUE(learner->graph().nodes.front().labels.empty());
}

TEST(Eviction, ALimitThatIsNotReachedChangesNoAnswer) {
  auto limited = make_learner(limited_to(1000)), unlimited = make_learner(limited_to(0));
  Draw draw(1);
  RandomStream stream(Shape::kUniform, 4, draw);
  Prediction a, b;
  for (int t = 0; t < 300; ++t) {
    const std::vector<double>& values = stream.next();
    limited->observe(values, a);
    unlimited->observe(values, b);
    reference::expect_same(a, b, "t " + std::to_string(t));
    if (t % 9 == 0) {
      limited->teach(values, "a");
      unlimited->teach(values, "a");
    }
  }
}

}  // namespace
}  // namespace mpart
