#include "reference/golden.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "reference/compare.hpp"
#include "reference/slow_mpart.hpp"
#include "reference/slow_strategies.hpp"

namespace mpart::reference {
namespace {

std::unique_ptr<SlowStrategy> make_slow(const GoldenRun& run) {
  if (run.strategy == StrategyKind::kMemory) return std::make_unique<SlowMemory>(run.budget);
  return std::make_unique<SlowExplorer>(run.budget);
}

double accuracy(const SlowMpart& model) {
  std::vector<Sample> samples = read_samples("fashion4d-test.csv");
  double right = 0;
  for (const Sample& sample : samples) {
    right += model.classes()[model.predict(sample.values).best] == sample.label;
  }
  return right / static_cast<double>(samples.size());
}

class Golden : public testing::TestWithParam<GoldenRun> {};

TEST_P(Golden, SlowReferenceRepeatsEveryRow) {
  const GoldenRun& run = GetParam();
  std::vector<Sample> samples = read_samples("fashion4d.csv");
  std::vector<TraceRow> trace = read_trace(run.trace);
  ASSERT_EQ(samples.size(), trace.size());

  SlowMpart model(run.parameters);
  std::unique_ptr<SlowStrategy> strategy = make_slow(run);
  std::size_t coactivations = 0, queries = 0;
  for (std::size_t t = 0; t < samples.size(); ++t) {
    Prediction prediction = model.observe(samples[t].values);
    std::vector<std::uint64_t> asked = strategy->offer(prediction.score);
    ASSERT_NO_FATAL_FAILURE(
        expect_row(trace[t], prediction, model.classes(), asked.size(), "t " + std::to_string(t)));
    for (std::uint64_t time : asked) model.teach(samples[time].values, samples[time].label);
    coactivations += prediction.coactivated;
    queries += asked.size();
  }
  Graph graph = model.graph();
  EXPECT_EQ(graph.nodes.size(), run.nodes);
  EXPECT_EQ(graph.edges.size(), run.edges);
  EXPECT_EQ(graph.classes.size(), run.classes);
  EXPECT_EQ(coactivations, run.coactivations);
  EXPECT_EQ(queries, run.queries);
  EXPECT_NEAR(accuracy(model), run.accuracy, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Traces, Golden, testing::ValuesIn(golden_runs()), trace_name);

}  // namespace
}  // namespace mpart::reference
