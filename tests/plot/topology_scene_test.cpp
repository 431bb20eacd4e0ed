#include "plot/topology_scene.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "plot/small_graph.hpp"

namespace mpart::plot {
namespace {

Topology small_figure() {
  Topology figure;
  figure.graph = small_graph();
  return figure;
}

Sample sample_at(double x, double y, const std::string& label) { return {"", 1, {x, y}, label}; }

TEST(TopologyScene, NodesStandAtTheCentresOfTheirBoxes) {
  const TopologyScene scene = make_topology_scene(small_figure());
  ASSERT_EQ(scene.nodes.size(), 5U);
  EXPECT_DOUBLE_EQ(scene.nodes[0].at.x, 0.15);
  EXPECT_DOUBLE_EQ(scene.nodes[0].at.y, 0.125);
}

TEST(TopologyScene, NodeThatWonMostIsStrongest) {
  const TopologyScene scene = make_topology_scene(small_figure());
  EXPECT_DOUBLE_EQ(scene.nodes[2].strength, 1);
  EXPECT_LT(scene.nodes[0].strength, scene.nodes[1].strength);
}

TEST(TopologyScene, HeavierEdgesAreInHigherLevels) {
  const TopologyScene scene = make_topology_scene(small_figure());
  // Weights 0.1, 0.2, 0.4, 1/3 of 0.4: roots 0.5, 0.71, 1, 0.91 of eight levels.
  EXPECT_EQ(scene.edges[4].size(), 1U);
  EXPECT_EQ(scene.edges[5].size(), 1U);
  EXPECT_EQ(scene.edges[7].size(), 2U);
}

TEST(TopologyScene, NodesHaveTheColourOfTheirClassOnlyWithoutSamples) {
  Topology figure = small_figure();
  const TopologyScene alone = make_topology_scene(figure);
  EXPECT_EQ(alone.nodes[2].colour, palette_colour(0));
  EXPECT_TRUE(alone.has_unknown);
  figure.samples = {sample_at(0.5, 0.5, "dog")};
  const TopologyScene over = make_topology_scene(figure);
  EXPECT_EQ(over.nodes[2].colour, 0U);
  EXPECT_EQ(over.samples[0].colour, palette_colour(1));
  EXPECT_FALSE(over.has_unknown);
}

TEST(TopologyScene, SampleWithoutLabelIsGrey) {
  Topology figure = small_figure();
  figure.samples = {sample_at(0.5, 0.5, "")};
  const TopologyScene scene = make_topology_scene(figure);
  EXPECT_EQ(scene.samples[0].colour, kUnknownColour);
  EXPECT_TRUE(scene.has_unknown);
}

TEST(TopologyScene, MoreThan20000SamplesAreThinned) {
  Topology figure = small_figure();
  figure.samples.assign(50'000, sample_at(0.5, 0.5, "dog"));
  const TopologyScene scene = make_topology_scene(figure);
  EXPECT_LE(scene.samples.size(), 20'000U);
  EXPECT_GE(scene.samples.size(), 10'000U);
}

TEST(TopologyScene, CornersEncloseQueriedSamplesToo) {
  Topology figure = small_figure();
  figure.queried = {sample_at(-0.5, 2, "dog")};
  const TopologyScene scene = make_topology_scene(figure);
  EXPECT_DOUBLE_EQ(scene.low.x, -0.5);
  EXPECT_DOUBLE_EQ(scene.high.y, 2);
}

TEST(TopologyScene, NothingToDrawIsBadInput) {
  try {
    make_topology_scene({});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData);
  }
}

TEST(TopologyScene, SamplesOfAnotherWidthThanTheModelAreBadInput) {
  Topology figure = small_figure();
  figure.samples = {{"", 1, {0.1, 0.2, 0.3}, "dog"}};
  EXPECT_THROW(make_topology_scene(figure), Error);
}

}  // namespace
}  // namespace mpart::plot
