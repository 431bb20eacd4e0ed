// The search through groups of nodes against a look at every node: equal to the last bit.
#include "learn/core/art/resonance.hpp"

#include <gtest/gtest.h>

#include "learn/core/art/complement.hpp"
#include "learn/plain_scan.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;

struct Case {
  Shape shape = Shape::kUniform;
  std::size_t width = 0;
  std::size_t samples = 0;
  std::size_t most_nodes = 0;
  double looked_at = 1;  // share of the samples that are compared
};

void compare(const Case& stream_case, const Parameters& parameters, Draw& draw) {
  RandomStream stream(stream_case.shape, stream_case.width, draw);
  PlainScan scan(parameters);
  NodeTable nodes;
  Buffers scratch;
  std::vector<double> values;
  for (std::size_t t = 0; t < stream_case.samples; ++t) {
    values = stream.next();
    if (nodes.size() > 0 && draw.chance(0.05)) {  // on a corner of a box
      const auto j = static_cast<NodeIndex>(draw.below(nodes.size()));
      for (std::size_t k = 0; k < values.size(); ++k) {
        const bool upper = draw.chance(0.5);
        values[k] = upper ? 1 - nodes.weights(j)[values.size() + k] : nodes.weights(j)[k];
      }
    }
    complement_code(values, scratch.input);
    const NodeIndex winner = resonate(nodes, parameters, scratch);
    if (draw.chance(stream_case.looked_at)) {
      scan.look(scratch.input);
      ASSERT_EQ(scratch.activated, scan.activated) << "t " << t;
      ASSERT_EQ(winner, scan.winner) << "t " << t;
      ASSERT_EQ(nearest(nodes, parameters, scratch), scan.nearest) << "t " << t;
    }
    if (winner != kNoNode) {
      nodes.learn(winner, scratch.input, parameters.beta);
      scan.learn(winner, scratch.input);
    } else if (nodes.size() < stream_case.most_nodes) {
      scan.set(nodes.add(scratch.input), scratch.input);
    } else {
      const auto victim = static_cast<NodeIndex>(draw.below(nodes.size()));
      nodes.replace(victim, scratch.input);
      scan.set(victim, scratch.input);
    }
  }
}

Parameters draw_parameters(Draw& draw) {
  Parameters parameters;
  parameters.alpha = draw.of({1e-9, 0.01, 1.0});
  parameters.beta = draw.of({0.01, 0.07, 0.37, 0.5, 1.0});
  parameters.rho = draw.of({0.0, 0.01, 0.5, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99, 0.999, 1.0});
  return parameters;
}

// 1,000 samples each.
// A million samples in all; with a sanitizer, which makes them many times slower, far fewer.
#ifdef MPART_SANITIZED
constexpr int kStreams = 10;
#else
constexpr int kStreams = 250;
#endif

void compare_streams(Shape shape) {
  for (int seed = 0; seed < kStreams; ++seed) {
    Draw draw(static_cast<std::uint64_t>(seed));
    const Parameters parameters = draw_parameters(draw);
    Case stream_case{shape, draw.of<std::size_t>({1, 2, 3, 4, 5, 8, 13, 16, 31, 64}), 1000, 1000};
    if (draw.chance(0.4)) stream_case.most_nodes = 1 + draw.below(300);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", width " + std::to_string(stream_case.width) +
                 ", rho " + std::to_string(parameters.rho) + ", beta " +
                 std::to_string(parameters.beta));
    ASSERT_NO_FATAL_FAILURE(compare(stream_case, parameters, draw));
  }
}

TEST(Resonance, FindsWhatAScanFindsInUniformStreams) { compare_streams(Shape::kUniform); }
TEST(Resonance, FindsWhatAScanFindsWhereTiesAreExact) { compare_streams(Shape::kGrid); }
TEST(Resonance, FindsWhatAScanFindsInClusters) { compare_streams(Shape::kClustered); }
TEST(Resonance, FindsWhatAScanFindsOfClippedValues) { compare_streams(Shape::kOutside); }

TEST(Resonance, FindsWhatAScanFindsAmongTensOfThousands) {
  for (const std::size_t width : {1, 2, 4}) {
    Draw draw(width);
    Parameters parameters;
    parameters.rho = width == 1 ? 0.99999 : width == 2 ? 0.997 : 0.97;
    const Case stream_case{Shape::kUniform, width, 40000, 20000, 0.03};
    SCOPED_TRACE("width " + std::to_string(width));
    ASSERT_NO_FATAL_FAILURE(compare(stream_case, parameters, draw));
  }
}

// Two searches over the same nodes.
struct Both {
  explicit Both(double rho) : parameters(with_rho(rho)) {}

  void expect_same(const std::string& where) {
    const NodeIndex winner = resonate(nodes, parameters, scratch);
    scan.look(scratch.input);
    ASSERT_EQ(scratch.activated, scan.activated) << where;
    ASSERT_EQ(winner, scan.winner) << where;
    ASSERT_EQ(nearest(nodes, parameters, scratch), scan.nearest) << where;
  }
  void add() { scan.set(nodes.add(scratch.input), scratch.input); }

  static Parameters with_rho(double rho) {
    Parameters parameters;
    parameters.rho = rho;
    return parameters;
  }

  Parameters parameters;
  PlainScan scan{parameters};
  NodeTable nodes;
  Buffers scratch;
};

// A stream that moves on, and leaves the groups of nodes one-sided.
TEST(Resonance, FindsWhatAScanFindsInAStreamThatMoves) {
  Both both(0.999);
  Draw draw(1);
  for (int t = 0; t < 10000; ++t) {
    const std::vector<double> values{t / 10000.0, 0.5 + 0.01 * draw.uniform()};
    complement_code(values, both.scratch.input);
    if (t % 20 == 0) {
      ASSERT_NO_FATAL_FAILURE(both.expect_same("sample " + std::to_string(t)));
    }
    const NodeIndex winner = resonate(both.nodes, both.parameters, both.scratch);
    if (winner == kNoNode) {
      both.add();
    } else {
      both.nodes.learn(winner, both.scratch.input, both.parameters.beta);
      both.scan.learn(winner, both.scratch.input);
    }
  }
}

// Centres that a float cannot tell apart, so that there is no border between groups.
TEST(Resonance, FindsWhatAScanFindsAmongNodesAtOnePlace) {
  for (const double spread : {0.0, 1e-10, 1e-9, 1e-8}) {
    Both both(1);
    Draw draw(1);
    for (int t = 0; t < 3000; ++t) {
      const std::vector<double> values{0.3 + spread * draw.uniform(),
                                       0.7 + spread * draw.uniform()};
      complement_code(values, both.scratch.input);
      both.add();
      if (t % 20 == 0) {
        ASSERT_NO_FATAL_FAILURE(both.expect_same("spread " + std::to_string(spread)));
      }
    }
  }
}

TEST(Resonance, FindsNothingInAnEmptyTable) {
  Buffers scratch;
  scratch.input = {0.5, 0.5};
  EXPECT_EQ(resonate(NodeTable(), Parameters(), scratch), kNoNode);
  EXPECT_TRUE(scratch.activated.empty());
  EXPECT_EQ(nearest(NodeTable(), Parameters(), scratch), kNoNode);
}

}  // namespace
}  // namespace mpart
