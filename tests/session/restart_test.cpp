#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>

#include "mpart/model_file.hpp"
#include "mpart/session.hpp"
#include "reference/golden.hpp"

namespace mpart {
namespace {

// What a step shows, in one line that two runs can be compared by.
std::string line_of(const Step& step) {
  const Prediction& p = step.prediction;
  Writer writer;
  for (std::uint64_t number :
       {step.time, std::uint64_t{step.queries.size()}, std::uint64_t{p.winner},
        std::uint64_t{p.created}, std::uint64_t{p.best}}) {
    writer.u64(number);
  }
  for (double number : {p.epistemic, p.aleatoric, p.density, p.score}) writer.f64(number);
  writer.f64s(p.probability);
  return writer.bytes();
}

SessionOptions options_for(StrategyKind kind) {
  SessionOptions options;
  options.strategy = kind;
  options.budget = {3, 50};
  options.seed = 11;
  return options;
}

class Restart : public testing::TestWithParam<StrategyKind> {
 protected:
  static constexpr std::size_t kLength = 970;

  Restart() : samples(reference::read_samples("fashion4d.csv")) { samples.resize(kLength); }

  // Steps from..to, each as a line.
  std::vector<std::string> run(Session& session, std::size_t from, std::size_t to) {
    std::vector<std::string> lines;
    for (std::size_t t = from; t < to; ++t)
      lines.push_back(line_of(session.step(samples[t], oracle)));
    return lines;
  }

  std::vector<Sample> samples;
  ColumnOracle oracle;
};

TEST_P(Restart, GoesOnBitForBitFromAnyStep) {
  Session whole(options_for(GetParam()));
  std::vector<std::string> saved{encode_model(whole)};  // after every 97th step
  std::vector<std::string> lines;
  for (std::size_t t = 0; t < kLength; t += 97) {
    std::ranges::copy(run(whole, t, t + 97), std::back_inserter(lines));
    saved.push_back(encode_model(whole));
  }
  whole.finish(oracle);
  const std::string expected = encode_model(whole);

  for (std::size_t i = 0; i < saved.size(); ++i) {
    const std::size_t cut = 97 * i;
    Session resumed = decode_model(saved[i]);
    EXPECT_EQ(encode_model(resumed), saved[i]) << "cut " << cut;
    const std::vector<std::string> rest = run(resumed, cut, kLength);
    EXPECT_TRUE(std::ranges::equal(rest, std::span(lines).subspan(cut))) << "cut " << cut;
    resumed.finish(oracle);
    EXPECT_TRUE(encode_model(resumed) == expected) << "cut " << cut;
  }
}

TEST_P(Restart, GoesOnBitForBitWhenStoppedAtEveryStep) {
  Session whole(options_for(GetParam()));
  run(whole, 0, 120);
  std::string model = encode_model(Session(options_for(GetParam())));
  for (std::size_t t = 0; t < 120; ++t) {
    Session resumed = decode_model(model);
    run(resumed, t, t + 1);
    model = encode_model(resumed);
  }
  EXPECT_TRUE(model == encode_model(whole));
}

TEST_P(Restart, LeavesNodesThatSeldomWonAndOpenSamplesOutOfTheFile) {
  Session session(options_for(GetParam()));
  run(session, 0, 310);
  SaveOptions thin;
  thin.min_count = 3;
  Session kept = decode_model(encode_model(session, thin));
  const Graph before = session.learner().graph();
  const Graph after = kept.learner().graph();
  const auto stay =
      std::ranges::count_if(before.nodes, [](const Graph::Node& node) { return node.wins >= 3; });
  EXPECT_EQ(after.nodes.size(), static_cast<std::size_t>(stay));
  EXPECT_LT(after.nodes.size(), before.nodes.size());
  EXPECT_EQ(after.classes, before.classes);
  for (const Graph::Node& node : after.nodes) EXPECT_GE(node.wins, 3u);
  for (const Graph::Edge& edge : after.edges) EXPECT_LT(edge.to, after.nodes.size());
  EXPECT_EQ(kept.ledger().open_count(), 0u);
  run(kept, 310, kLength);
}

INSTANTIATE_TEST_SUITE_P(Strategies, Restart,
                         testing::Values(StrategyKind::kRandom, StrategyKind::kMemory,
                                         StrategyKind::kExplorer),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

// Asks nobody.
class LaterOracle : public Oracle {
 public:
  Answer ask(const Query& /*query*/) override { return {}; }
};

TEST(OpenQueries, SurviveARestartAndTakeTheirAnswer) {
  SessionOptions options;
  options.budget = {1, 1};
  Session session(options);
  LaterOracle oracle;
  Sample sample;
  sample.values = {0.25, 0.75};
  session.step(sample, oracle);
  Session resumed = decode_model(encode_model(session));
  ASSERT_EQ(resumed.ledger().open_count(), 1u);
  EXPECT_EQ(resumed.ledger().at(0).values, sample.values);
  resumed.teach(1, "late");
  EXPECT_EQ(resumed.learner().classes(), std::vector<std::string>{"late"});
}

TEST(OpenQueries, AreExpiredInAFileWithoutSamples) {
  SessionOptions options;
  options.budget = {1, 1};
  Session session(options);
  LaterOracle oracle;
  Sample sample;
  sample.values = {0.25, 0.75};
  session.step(sample, oracle);
  session.step(sample, oracle);
  const Session resumed = decode_model(encode_model(session, {.min_count = 2}));
  EXPECT_EQ(resumed.ledger().open_count(), 0u);
  EXPECT_EQ(resumed.ledger().at(0).state, LedgerEntry::State::kExpired);
  EXPECT_TRUE(resumed.ledger().at(0).values.empty());
}

// The file of a stream that has been in [0,1] for long has no scale, so the stream has none either.
TEST(RestartInTheUnit, GoesOnBitForBitWhenItLeavesTheUnit) {
  for (const int learned : {255, 256, 257, 600}) {
    std::vector<Sample> samples = reference::read_samples("fashion4d.csv");
    ColumnOracle oracle;
    Session whole;
    for (int t = 0; t < learned; ++t) whole.step(samples[t], oracle);
    Session loaded = decode_model(encode_model(whole));
    for (int t = learned; t < learned + 600; ++t) {
      for (double& value : samples[t].values) value = 1.4 * value - 0.2;
      if (t % 7 == 0) samples[t].values[1] = std::numeric_limits<double>::quiet_NaN();
      const std::string line = line_of(whole.step(samples[t], oracle));
      ASSERT_EQ(line_of(loaded.step(samples[t], oracle)), line) << learned << ' ' << t;
    }
    EXPECT_EQ(encode_model(loaded), encode_model(whole)) << learned;
  }
}

}  // namespace
}  // namespace mpart
