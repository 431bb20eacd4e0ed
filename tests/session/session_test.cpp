#include "mpart/session.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "reference/compare.hpp"
#include "reference/golden.hpp"
#include "util/random.hpp"

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
  Session session({.scale = false});
  ColumnOracle oracle;
  Sample sample;
  for (const std::vector<double>& values : {std::vector{-0.5, 1.5}, {0.5, 2}, {0, 1}}) {
    sample.values = values;
    session.step(sample, oracle);
  }
  EXPECT_EQ(session.counters().clipped_values, 3u);
  EXPECT_EQ(session.counters().clipped_samples, 2u);
}

// A table of two classes that lie apart, in columns of thousands and thousandths.
Sample table_row(Random& random) {
  Sample sample;
  const bool second = random.uniform() < 0.5;
  sample.label = second ? "b" : "a";
  for (int k = 0; k < 10; ++k) {
    const double value = random.uniform() + (second ? 2 : 0);
    sample.values.push_back(k % 2 == 0 ? 1000 * value : 0.001 * value);
  }
  return sample;
}

TEST(Session, LearnsATableAsItIs) {
  Session session({.budget = {1, 50}});
  ColumnOracle oracle;
  Random random(1);
  for (int i = 0; i < 1000; ++i) session.step(table_row(random), oracle);
  EXPECT_EQ(session.options().parameters.learner, "plus");
  Scratch scratch;
  Prediction prediction;
  int right = 0;
  for (int i = 0; i < 200; ++i) {
    const Sample sample = table_row(random);
    session.predict(sample, scratch, prediction);
    right += session.predicted(prediction) == sample.label ? 1 : 0;
    const auto frozen = i == 0 ? session.freeze() : nullptr;
    Prediction same;
    if (frozen) frozen->predict(sample.values, scratch, same);
    if (frozen) EXPECT_EQ(same.probability, prediction.probability);
  }
  EXPECT_GE(right, 198);
}

TEST(Session, LearnsDataLikeThePapersAsThePaperDoes) {
  Session session;
  ColumnOracle oracle;
  Sample sample;
  sample.values = {0, 0.5, 1};
  session.step(sample, oracle);
  EXPECT_EQ(session.options().parameters.learner, "mpart");
  EXPECT_EQ(session.options().strategy, StrategyKind::kExplorer);
  sample.values.assign(9, 0.5);
  Session wide;
  wide.step(sample, oracle);
  EXPECT_EQ(wide.options().parameters.learner, "plus");
  SessionOptions faithful;
  set_mode("faithful", faithful);
  Session chosen(faithful);
  chosen.step(sample, oracle);
  EXPECT_EQ(chosen.options().parameters.learner, "mpart");
}

TEST(Session, KeepsNodesFewInManyDimensions) {
  Session session;
  SilentOracle nobody;
  Random random(2);
  Sample sample;
  for (int i = 0; i < 3000; ++i) {
    sample.values.clear();
    for (int k = 0; k < 12; ++k) sample.values.push_back(100 * random.uniform());
    session.step(sample, nobody);
  }
  EXPECT_LT(session.options().parameters.rho, 0.95);
  EXPECT_LE(session.learner().node_count(), 1000u);
  EXPECT_LT(session.counters().coactivations, 3 * session.counters().samples);
}

TEST(Session, GoesOnBitForBitWhateverItsScale) {
  for (const int cut : {1, 10, 100, 700}) {
    Session whole({.budget = {1, 20}});
    ColumnOracle oracle;
    Random random(3);
    for (int i = 0; i < cut; ++i) whole.step(table_row(random), oracle);
    Session loaded = decode_model(encode_model(whole));
    for (int i = 0; i < 600; ++i) {
      Sample sample = table_row(random);
      if (i > 300) sample.values[3] *= 5;
      if (i % 7 == 0) sample.values[4] = std::numeric_limits<double>::quiet_NaN();
      whole.step(sample, oracle);
      loaded.step(sample, oracle);
    }
    EXPECT_EQ(encode_model(whole), encode_model(loaded)) << cut;
  }
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
