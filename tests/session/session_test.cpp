#include "mpart/session.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "reference/compare.hpp"
#include "reference/golden.hpp"

namespace mpart {
namespace {

using reference::GoldenRun;
using reference::read_samples;
using reference::TraceRow;

SessionOptions options_of(const GoldenRun& run) {
  return {run.parameters, run.strategy, run.budget, 0};
}

class GoldenSession : public testing::TestWithParam<GoldenRun> {};

TEST_P(GoldenSession, RepeatsEveryRowOfTheTrace) {
  const std::vector<Sample> samples = read_samples("fashion4d.csv");
  const std::vector<TraceRow> trace = reference::read_trace(GetParam().trace);
  ASSERT_EQ(samples.size(), trace.size());
  Session session(options_of(GetParam()));
  ColumnOracle oracle;
  for (std::size_t t = 0; t < samples.size(); ++t) {
    const Step& step = session.step(samples[t], oracle);
    EXPECT_EQ(step.time, t);
    ASSERT_NO_FATAL_FAILURE(reference::expect_row(trace[t], step.prediction,
                                                  session.learner().classes(),
                                                  !step.queries.empty(), "t " + std::to_string(t)));
  }
  EXPECT_TRUE(session.finish(oracle).queries.empty());
}

TEST_P(GoldenSession, EndsWithTheFiguresOnRecord) {
  const GoldenRun& run = GetParam();
  Session session(options_of(run));
  ColumnOracle oracle;
  for (const Sample& sample : read_samples("fashion4d.csv")) session.step(sample, oracle);
  session.finish(oracle);

  EXPECT_EQ(session.learner().node_count(), run.nodes);
  EXPECT_EQ(session.learner().edge_count(), run.edges);
  EXPECT_EQ(session.learner().classes().size(), run.classes);
  EXPECT_EQ(session.learner().known_classes(), run.classes);
  EXPECT_EQ(session.counters().samples, 2000u);
  EXPECT_EQ(session.counters().coactivations, run.coactivations);
  EXPECT_EQ(session.counters().labels, run.queries);
  EXPECT_EQ(session.counters().clipped_values, 0u);
  EXPECT_EQ(session.ledger().asked(), run.queries);
  EXPECT_EQ(session.ledger().open_count(), 0u);

  const std::vector<Sample> tests = read_samples("fashion4d-test.csv");
  Scratch scratch;
  Prediction out;
  double right = 0;
  for (const Sample& sample : tests) {
    session.predict(sample, scratch, out);
    right += session.learner().classes()[out.best] == sample.label;
    EXPECT_EQ(session.predicted(out),
              out.known ? session.learner().classes()[out.best] : "unknown");
  }
  EXPECT_NEAR(right / static_cast<double>(tests.size()), run.accuracy, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Traces, GoldenSession, testing::ValuesIn(reference::golden_runs()),
                         reference::trace_name);

TEST(Session, CountsWhatItClips) {
  Session session;
  ColumnOracle oracle;
  Sample sample;
  for (const std::vector<double>& values : {std::vector{-0.5, 1.5}, {0.5, 2}, {0, 1}}) {
    sample.values = values;
    session.step(sample, oracle);
  }
  EXPECT_EQ(session.counters().clipped_values, 3u);
  EXPECT_EQ(session.counters().clipped_samples, 2u);
}

TEST(Session, ABadSampleIsAsIfItHadNotCome) {
  Session session;
  ColumnOracle oracle;
  Sample good, bad;
  good.values = {0.5, 0.5};
  bad.values = {0.5};
  session.step(good, oracle);
  EXPECT_THROW(session.step(bad, oracle), Error);
  EXPECT_EQ(session.counters().samples, 1u);
  EXPECT_EQ(session.step(good, oracle).time, 1u);
}

TEST(Session, SkipsWhereTheColumnIsEmpty) {
  SessionOptions options;
  options.budget = {1, 1};
  Session session(options);
  ColumnOracle oracle;
  Sample sample;
  sample.values = {0.5};
  session.step(sample, oracle);
  EXPECT_EQ(session.counters().skipped, 1u);
  EXPECT_EQ(session.ledger().at(0).state, LedgerEntry::State::kSkipped);
  EXPECT_EQ(session.learner().classes().size(), 0u);
}

}  // namespace
}  // namespace mpart
