// Nothing is allocated per sample once everything has been seen before.
#include "memory/allocations.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "mpart/session.hpp"
#include "mpart/source.hpp"
#include "prepare/own_network.hpp"
#include "reference/golden.hpp"
#include "util/atomic_file.hpp"

namespace mpart::tests {
namespace {

constexpr int kMostPasses = 200;

struct Pass {
  std::size_t nodes = 0, edges = 0;  // made in it
  std::size_t quiet_steps = 0;       // that made no node and asked nothing
  std::size_t allocations = 0;       // in those
};

Pass stream_once(Session& session, const std::vector<Sample>& samples) {
  ColumnOracle oracle;
  Pass pass;
  const std::size_t nodes = session.learner().node_count(), edges = session.learner().edge_count();
  for (const Sample& sample : samples) {
    const std::size_t before = allocations();
    const Step& step = session.step(sample, oracle);
    if (step.prediction.created || !step.queries.empty()) continue;
    ++pass.quiet_steps;
    pass.allocations += allocations() - before;
  }
  pass.nodes = session.learner().node_count() - nodes;
  pass.edges = session.learner().edge_count() - edges;
  return pass;
}

TEST(AllocationsThemselves, AreCounted) {
  const std::size_t before = allocations();
  const auto number = std::make_unique<double>(1);
  const std::vector<Sample> samples(3);
  EXPECT_EQ(allocations() - before, 2U);
}

class Allocations : public testing::TestWithParam<StrategyKind> {};

TEST_P(Allocations, NoneInAStepThatMakesNoNodeAndAsksNothing) {
  const std::vector<Sample> samples = reference::read_samples("fashion4d.csv");
  SessionOptions options;
  options.strategy = GetParam();
  Session session(options);
  Pass pass = stream_once(session, samples);
  int passes = 1;
  while (pass.nodes + pass.edges > 0 && passes < kMostPasses) {
    pass = stream_once(session, samples);
    ++passes;
  }
  ASSERT_LT(passes, kMostPasses) << "the nodes and edges never settle";
  pass = stream_once(session, samples);
  EXPECT_GE(pass.quiet_steps, samples.size() - 20);
  EXPECT_EQ(pass.allocations, 0U);
}

std::string name_of_strategy(const testing::TestParamInfo<StrategyKind>& strategy) {
  return std::string(name_of(strategy.param));
}

INSTANTIATE_TEST_SUITE_P(Strategies, Allocations,
                         testing::Values(StrategyKind::kExplorer, StrategyKind::kMemory,
                                         StrategyKind::kRandom),
                         name_of_strategy);

TEST(AllocationsOfPlus, NoneInAStepThatMakesNoNodeAndAsksNothing) {
  const std::vector<Sample> samples = reference::read_samples("fashion4d.csv");
  SessionOptions options;
  set_mode("plus", options);
  Session session(options);
  Pass pass = stream_once(session, samples);
  for (int passes = 1; pass.nodes + pass.edges > 0 && passes < kMostPasses; ++passes) {
    pass = stream_once(session, samples);
  }
  // Its questions end when all nodes have a label, and begin anew.
  EXPECT_LE(stream_once(session, samples).allocations, 20U);
}

TEST(AllocationsOfPredict, NoneOnceScratchAndPredictionAreWarm) {
  const std::vector<Sample> samples = reference::read_samples("fashion4d.csv");
  Session session;
  stream_once(session, samples);
  Scratch scratch;
  Prediction prediction;
  const auto predict_all = [&] {
    const std::size_t before = allocations();
    for (const Sample& sample : samples) session.predict(sample, scratch, prediction);
    return allocations() - before;
  };
  predict_all();
  EXPECT_EQ(predict_all(), 0U);
}

TEST(AllocationsOfReading, NoneInACsvOnceTheFirstRowsAreRead) {
  const auto source = open_source(MPART_SOURCE_DIR "/examples/data/fashion4d.csv");
  Sample sample;
  for (int row = 0; row < 10; ++row) ASSERT_TRUE(source->next(sample));
  const std::size_t before = allocations();
  std::size_t rows = 10;
  while (source->next(sample)) ++rows;
  EXPECT_EQ(allocations() - before, 0U);
  EXPECT_EQ(rows, 2000U);
}

TEST(AllocationsOfOwnNetworks, NoneAfterTheFirstBatch) {
  const auto network = embed::open_own_network(
      read_file(MPART_SOURCE_DIR "/models/fashion-mnist-4d.onnx"), "e.onnx");
  ASSERT_NE(network, nullptr);
  const std::vector<float> in(784 * 200, 0.5F);
  std::vector<float> out;
  network->embed(in, 200, out);
  const std::size_t before = allocations();
  network->embed(in, 200, out);
  network->embed(std::span(in).first(784), 1, out);
  EXPECT_EQ(allocations() - before, 0U);
}

}  // namespace
}  // namespace mpart::tests
