#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mpart/graph.hpp"
#include "mpart/learner.hpp"
#include "mpart/prediction.hpp"
#include "reference/golden.hpp"

namespace mpart::reference {

inline constexpr double kTolerance = 1e-9;

inline std::string trace_name(const testing::TestParamInfo<GoldenRun>& info) {
  std::string name = info.param.trace;
  std::erase(name, '-');
  return name;
}

// Equal within kTolerance: absolutely below 1, relatively above.
inline void expect_close(double value, double expected, const std::string& where,
                         const char* what) {
  EXPECT_LE(std::abs(value - expected), kTolerance * std::max(1.0, std::abs(expected)))
      << where << " " << what << ": " << value << ", expected " << expected;
}

inline std::string bytes_of(const Learner& learner) {
  Writer writer;
  learner.save(writer, {});
  return writer.bytes();
}

// One step against its row of a golden trace.
inline void expect_row(const TraceRow& row, const Prediction& prediction,
                       const std::vector<std::string>& classes, std::size_t asked,
                       const std::string& where) {
  ASSERT_EQ(prediction.winner, row.winner) << where;
  EXPECT_EQ(prediction.created, row.created) << where;
  EXPECT_EQ(prediction.coactivated, row.coactivated) << where;
  EXPECT_EQ(prediction.best == kNoClass ? "" : classes.at(prediction.best), row.predicted) << where;
  expect_close(prediction.epistemic, row.epistemic, where, "epistemic");
  expect_close(prediction.aleatoric, row.aleatoric, where, "aleatoric");
  expect_close(prediction.density, row.density, where, "density");
  expect_close(prediction.score, row.score, where, "score");
  ASSERT_EQ(asked, row.asked) << where;
}

// The most probable class, unless the two classes are equal but for rounding.
inline void expect_same_best(ClassIndex best, ClassIndex expected, const std::vector<double>& p,
                             const std::string& where) {
  if (best == expected) return;
  ASSERT_LT(best, p.size()) << where;
  ASSERT_LT(expected, p.size()) << where;
  EXPECT_NEAR(p[best], p[expected], kTolerance) << where << " best";
}

inline void expect_same(const Prediction& value, const Prediction& expected,
                        const std::string& where) {
  ASSERT_EQ(value.winner, expected.winner) << where;
  ASSERT_EQ(value.created, expected.created) << where;
  ASSERT_EQ(value.coactivated, expected.coactivated) << where;
  EXPECT_EQ(value.activated, expected.activated) << where;
  EXPECT_EQ(value.clipped, expected.clipped) << where;
  EXPECT_EQ(value.known, expected.known) << where;
  ASSERT_EQ(value.probability.size(), expected.probability.size()) << where;
  for (std::size_t y = 0; y < expected.probability.size(); ++y) {
    expect_close(value.probability[y], expected.probability[y], where, "probability");
  }
  expect_same_best(value.best, expected.best, expected.probability, where);
  expect_close(value.epistemic, expected.epistemic, where, "epistemic");
  expect_close(value.mass, expected.mass, where, "mass");
  expect_close(value.aleatoric, expected.aleatoric, where, "aleatoric");
  expect_close(value.uncertainty, expected.uncertainty, where, "uncertainty");
  expect_close(value.density, expected.density, where, "density");
  expect_close(value.score, expected.score, where, "score");
}

inline void expect_same(Graph value, Graph expected, const std::string& where) {
  EXPECT_EQ(value.classes, expected.classes) << where;
  ASSERT_EQ(value.nodes.size(), expected.nodes.size()) << where;
  for (std::size_t i = 0; i < expected.nodes.size(); ++i) {
    const std::string node = where + " node " + std::to_string(i);
    EXPECT_EQ(value.nodes[i].wins, expected.nodes[i].wins) << node;
    std::ranges::sort(value.nodes[i].labels);
    EXPECT_EQ(value.nodes[i].labels, expected.nodes[i].labels) << node;
    ASSERT_EQ(value.nodes[i].lower.size(), expected.nodes[i].lower.size()) << node;
    for (std::size_t k = 0; k < expected.nodes[i].lower.size(); ++k) {
      expect_close(value.nodes[i].lower[k], expected.nodes[i].lower[k], node, "lower");
      expect_close(value.nodes[i].upper[k], expected.nodes[i].upper[k], node, "upper");
    }
    EXPECT_EQ(value.nodes[i].predicted == kNoClass, expected.nodes[i].predicted == kNoClass)
        << node;
  }
  ASSERT_EQ(value.edges.size(), expected.edges.size()) << where;
  auto order = [](const Graph::Edge& edge) { return std::pair(edge.from, edge.to); };
  std::ranges::sort(value.edges, {}, order);
  std::ranges::sort(expected.edges, {}, order);
  for (std::size_t k = 0; k < expected.edges.size(); ++k) {
    const std::string edge = where + " edge " + std::to_string(k);
    EXPECT_EQ(order(value.edges[k]), order(expected.edges[k])) << edge;
    EXPECT_EQ(value.edges[k].count, expected.edges[k].count) << edge;
    expect_close(value.edges[k].weight, expected.edges[k].weight, edge, "weight");
  }
}

}  // namespace mpart::reference
