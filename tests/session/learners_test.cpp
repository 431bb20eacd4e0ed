// Every learner in a session, with every strategy.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mpart/mpart.hpp"
#include "reference/golden.hpp"

namespace mpart {
namespace {

constexpr const char* kLearners[] = {
    "mpart", "plus", "lpart", "asoinn,lambda=100", "mlp,hidden=32,epochs=60", "nearest", "knn,k=3"};

std::vector<StrategyKind> strategies_of(const Learner& learner) {
  std::vector<StrategyKind> kinds{StrategyKind::kRandom, StrategyKind::kMemory,
                                  StrategyKind::kExplorer};
  if (learner.node_view() != nullptr) {
    kinds.push_back(StrategyKind::kRepresentative);
    kinds.push_back(StrategyKind::kCover);
  }
  return kinds;
}

SessionOptions options_of(const std::string& learner, StrategyKind strategy) {
  SessionOptions options;
  options.parameters.learner = learner;
  options.strategy = strategy;
  options.budget = {2, 100};
  options.seed = 3;
  return options;
}

template <typename Action>
void for_each_combination(const Action& action) {
  for (const char* learner : kLearners) {
    Parameters parameters;
    parameters.learner = learner;
    for (const StrategyKind strategy : strategies_of(*make_learner(parameters))) {
      SCOPED_TRACE(std::string(learner) + " " + std::string(name_of(strategy)));
      action(options_of(learner, strategy));
    }
  }
}

TEST(Learners, GoOnBitForBitAfterARestart) {
  const std::vector<Sample> samples = reference::read_samples("fashion4d.csv");
  for_each_combination([&](const SessionOptions& options) {
    Session whole(options), first(options);
    ColumnOracle oracle;
    for (std::size_t t = 0; t < 730; ++t) {
      whole.step(samples[t], oracle);
      if (t < 355) first.step(samples[t], oracle);
    }
    Session resumed = decode_model(encode_model(first));
    EXPECT_EQ(resumed.options().parameters.learner, options.parameters.learner);
    for (std::size_t t = 355; t < 730; ++t) resumed.step(samples[t], oracle);
    whole.finish(oracle);
    resumed.finish(oracle);
    EXPECT_EQ(encode_model(resumed), encode_model(whole));
  });
}

TEST(Learners, AskWithinTheBudgetAndLearnFromTheAnswers) {
  const std::vector<Sample> samples = reference::read_samples("fashion4d.csv");
  for_each_combination([&](const SessionOptions& options) {
    Session session(options);
    ColumnOracle oracle;
    std::size_t right = 0;
    for (std::size_t t = 0; t < 2000; ++t) {
      const Step& step = session.step(samples[t], oracle);
      right += t >= 1000 && session.predicted(step.prediction) == samples[t].label ? 1 : 0;
      EXPECT_LE(session.ledger().asked(), 2 * (t / 100 + 1));
    }
    EXPECT_GT(session.ledger().asked(), 20U);
    EXPECT_GT(right, 250U) << "of 1,000; chance is 100";
  });
}

TEST(Learners, CorrectionsReachEveryOne) {
  const std::vector<Sample> samples = reference::read_samples("fashion4d.csv");
  for_each_combination([&](const SessionOptions& options) {
    Session session(options);
    ColumnOracle oracle;
    for (std::size_t t = 0; t < 300; ++t) session.step(samples[t], oracle);
    const QueryId last = session.ledger().asked();
    ASSERT_GT(last, 0U);
    try {
      session.teach(last, "new class");
    } catch (const Error& error) {  // A-SOINN may have removed the node
      EXPECT_NE(std::string(error.what()).find("is gone"), std::string::npos) << error.what();
      return;
    }
    EXPECT_EQ(session.learner().classes().back(), "new class");
    session.withdraw(last);
    session.teach(last, "new class");
    EXPECT_EQ(session.learner().classes().back(), "new class");
  });
}

TEST(Representative, NeedsALearnerWithNodes) {
  EXPECT_THROW(Session(options_of("knn", StrategyKind::kRepresentative)), Error);
}

TEST(Representative, AsksAtTheEndOfAPeriodAboutTheLastSampleOfDifferentNodes) {
  SessionOptions options = options_of("asoinn,lambda=100,alpha=1", StrategyKind::kRepresentative);
  options.budget = {8, 200};
  Session session(options);
  ColumnOracle oracle;
  Sample sample;
  std::vector<NodeIndex> winners;
  for (std::uint64_t t = 0; t < 200; ++t) {
    const double centre = t % 2 == 0 ? 0.1 : 0.8;
    const double spread = 0.1 * static_cast<double>((t * 37) % 101) / 101;
    sample.values = {centre + spread, centre + 0.1 - spread * spread};
    sample.label = t % 2 == 0 ? "low" : "high";
    const Step& step = session.step(sample, oracle);
    winners.push_back(step.prediction.winner);
    EXPECT_EQ(!step.queries.empty(), t == 199);
  }
  ASSERT_GE(session.ledger().size(), 4U);
  EXPECT_EQ(session.learner().known_classes(), 2U) << "some of each cluster";
  std::set<NodeIndex> nodes;
  for (std::size_t i = 0; i < session.ledger().size(); ++i) {
    const std::uint64_t time = session.ledger().at(i).time;
    EXPECT_TRUE(nodes.insert(winners[time]).second) << "one node was asked about twice";
    EXPECT_EQ(std::find(winners.begin() + static_cast<std::ptrdiff_t>(time) + 1, winners.end(),
                        winners[time]),
              winners.end())
        << "the node of t " << time << " has won since";
  }
}

}  // namespace
}  // namespace mpart
