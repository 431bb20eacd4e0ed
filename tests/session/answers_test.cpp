#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "mpart/session.hpp"

namespace mpart {
namespace {

using State = LedgerEntry::State;

// Answers as told; remembers what it was asked and what was refused.
class ScriptedOracle : public Oracle {
 public:
  Answer ask(const Query& query) override {
    asked.push_back(query.question.time);
    if (unreachable) throw Error(ErrorKind::kInternal, "nobody there");
    return now;
  }
  std::span<const LateAnswer> collect() override {
    given.swap(late);
    late.clear();
    return given;
  }
  void refuse(const LateAnswer& answer, const std::string& /*reason*/) override {
    refused.push_back(answer.id);
  }

  Answer now;  // kLater until told otherwise
  std::vector<LateAnswer> late, given;
  bool unreachable = false;
  std::vector<std::uint64_t> asked;
  std::vector<QueryId> refused;
};

Sample sample_at(double x, double y) {
  Sample sample;
  sample.id = "here";
  sample.row = 17;
  sample.values = {x, y};
  return sample;
}

// Every sample is asked about, and answered when the test says so.
class Answers : public testing::Test {
 protected:
  Answers() : session(all_asked()) {
    session.step(sample_at(0.1, 0.1), oracle);  // query 1, node 0
    session.step(sample_at(0.9, 0.9), oracle);  // query 2, node 1
  }

  static SessionOptions all_asked() {
    SessionOptions options;
    options.budget = {1, 1};
    return options;
  }

  State state(std::size_t position) const { return session.ledger().at(position).state; }

  std::string answer_at(double x, double y) const {
    Scratch scratch;
    Prediction out;
    session.predict(sample_at(x, y), scratch, out);
    return std::string(session.predicted(out));
  }

  void expect_refused(ErrorKind kind, auto&& call) {
    const auto labels = session.counters().labels;
    try {
      call();
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
    }
    EXPECT_EQ(session.counters().labels, labels);
  }

  ScriptedOracle oracle;
  Session session;
};

TEST_F(Answers, AnOpenQueryKeepsItsSample) {
  ASSERT_EQ(session.ledger().size(), 2u);
  EXPECT_EQ(session.ledger().open_count(), 2u);
  const LedgerEntry& entry = session.ledger().at(1);
  EXPECT_EQ(entry.id, 2u);
  EXPECT_EQ(entry.time, 1u);
  EXPECT_EQ(entry.asked, 1u);
  EXPECT_EQ(entry.row, 17u);
  EXPECT_EQ(entry.name, "here");
  EXPECT_EQ(entry.state, State::kOpen);
  EXPECT_EQ(entry.values, (std::vector{0.9, 0.9}));
  EXPECT_EQ(entry.reason.epistemic, 1);
  EXPECT_EQ(entry.reason.density, 1);
}

TEST_F(Answers, AnAnsweredQueryForgetsItsSample) {
  session.teach(1, "a");
  session.skip(2);
  EXPECT_TRUE(session.ledger().at(0).values.empty());
  EXPECT_TRUE(session.ledger().at(1).values.empty());
  EXPECT_EQ(state(0), State::kLabelled);
  EXPECT_EQ(state(1), State::kSkipped);
  EXPECT_EQ(session.counters().labels, 1u);
  EXPECT_EQ(session.counters().skipped, 1u);
}

TEST_F(Answers, ALateLabelGoesToTheNodeThatWinsOnArrival) {
  session.teach(2, "b");
  session.teach(1, "a");
  EXPECT_EQ(answer_at(0.1, 0.1), "a");
  EXPECT_EQ(answer_at(0.9, 0.9), "b");
  EXPECT_EQ(session.learner().classes(), (std::vector<std::string>{"b", "a"}));
}

TEST_F(Answers, ACorrectionMovesTheLabel) {
  session.teach(1, "a");
  session.teach(1, "b");
  EXPECT_EQ(answer_at(0.1, 0.1), "b");
  EXPECT_EQ(session.counters().labels, 1u);
  EXPECT_EQ(session.learner().known_classes(), 1u);
  const Graph graph = session.learner().graph();
  EXPECT_EQ(graph.nodes[0].labels, (std::vector<std::pair<ClassIndex, double>>{{1, 1.0}}));
}

TEST_F(Answers, AWithdrawnLabelIsGoneUntilItIsGivenAgain) {
  session.teach(1, "a");
  session.withdraw(1);
  EXPECT_EQ(state(0), State::kWithdrawn);
  EXPECT_EQ(answer_at(0.1, 0.1), "unknown");
  EXPECT_EQ(session.counters().labels, 0u);
  EXPECT_EQ(session.learner().known_classes(), 0u);
  session.teach(1, "a");
  EXPECT_EQ(state(0), State::kLabelled);
  EXPECT_EQ(answer_at(0.1, 0.1), "a");
  EXPECT_EQ(session.counters().labels, 1u);
}

TEST_F(Answers, SayingTheSameAgainChangesNothing) {
  session.teach(1, "a");
  session.teach(1, "a");
  session.skip(2);
  session.skip(2);
  EXPECT_EQ(session.counters().labels, 1u);
  EXPECT_EQ(session.counters().skipped, 1u);
  session.withdraw(1);
  session.withdraw(1);
  EXPECT_EQ(session.counters().labels, 0u);
  EXPECT_EQ(session.learner().known_classes(), 0u);
}

TEST_F(Answers, AnAnswerMustFitTheQuery) {
  for (QueryId unknown : {QueryId{0}, QueryId{3}, ~QueryId{0}}) {
    expect_refused(ErrorKind::kNotFound, [&] { session.teach(unknown, "a"); });
    expect_refused(ErrorKind::kNotFound, [&] { session.skip(unknown); });
    expect_refused(ErrorKind::kNotFound, [&] { session.withdraw(unknown); });
  }
  expect_refused(ErrorKind::kConflict, [&] { session.withdraw(1); });
  expect_refused(ErrorKind::kInvalidData, [&] { session.teach(1, ""); });
  session.skip(1);
  expect_refused(ErrorKind::kConflict, [&] { session.teach(1, "a"); });
  expect_refused(ErrorKind::kConflict, [&] { session.withdraw(1); });
  session.teach(2, "b");
  expect_refused(ErrorKind::kConflict, [&] { session.skip(2); });
  expect_refused(ErrorKind::kInvalidData, [&] { session.teach(2, ""); });
  EXPECT_EQ(state(1), State::kLabelled);
  session.withdraw(2);
}

TEST_F(Answers, CollectedAnswersCountFromTheNextStep) {
  oracle.late = {{1, Answer::of("a")}, {2, {Answer::Kind::kSkip, ""}}};
  session.step(sample_at(0.1, 0.1), oracle);
  EXPECT_EQ(state(0), State::kLabelled);
  EXPECT_EQ(state(1), State::kSkipped);
  EXPECT_EQ(answer_at(0.1, 0.1), "a");
  oracle.late = {{1, {Answer::Kind::kWithdraw, ""}}};
  session.collect(oracle);
  EXPECT_EQ(state(0), State::kWithdrawn);
}

TEST_F(Answers, AWrongLateAnswerIsRefusedAndTheOthersCount) {
  oracle.late = {{99, Answer::of("x")}, {1, Answer::of("a")}};
  session.step(sample_at(0.5, 0.5), oracle);
  EXPECT_EQ(oracle.refused, std::vector<QueryId>{99});
  EXPECT_EQ(session.counters().refused, 1u);
  EXPECT_EQ(state(0), State::kLabelled);
}

TEST_F(Answers, QuittingLeavesTheQueryOpen) {
  oracle.now.kind = Answer::Kind::kQuit;
  EXPECT_TRUE(session.step(sample_at(0.5, 0.5), oracle).quit);
  EXPECT_EQ(state(2), State::kOpen);
  oracle.now = Answer::of("a");
  EXPECT_FALSE(session.step(sample_at(0.5, 0.5), oracle).quit);
}

// Asks about every sample, and once more at the end.
class AsksAlways : public Strategy {
 public:
  std::span<const Question> offer(const Sample& sample, const Prediction& /*out*/) override {
    question_.sample = sample;
    return {&question_, 1};
  }
  std::span<const Question> finish() override { return {&question_, 1}; }
  BudgetStatus budget_status() const override { return {}; }
  void save(Writer& /*writer*/, const SaveOptions& /*options*/) const override {}
  void load(Reader& /*reader*/) override {}

 private:
  Question question_;
};

TEST(Session, FinishAsksNothingAfterAQuit) {
  Session session({}, {.strategy = std::make_unique<AsksAlways>()});
  EXPECT_EQ(session.options().strategy, StrategyKind::kOwn);
  ScriptedOracle oracle;
  oracle.now = {Answer::Kind::kQuit, ""};
  EXPECT_TRUE(session.step(sample_at(0.5, 0.5), oracle).quit);
  EXPECT_TRUE(session.finish(oracle).queries.empty());
  EXPECT_EQ(session.ledger().asked(), 1u);
  oracle.now = Answer::of("a");
  EXPECT_EQ(session.step(sample_at(0.5, 0.5), oracle).queries, std::vector<QueryId>{2});
  EXPECT_EQ(session.finish(oracle).queries, std::vector<QueryId>{3});
}

TEST(Session, AStrategyOfTheCallersOwnHasToBePassedInAgain) {
  Session session({}, {.strategy = std::make_unique<AsksAlways>()});
  const std::string bytes = encode_model(session);
  EXPECT_THROW(decode_model(bytes), Error);
  EXPECT_NO_THROW(decode_model(bytes, {.strategy = std::make_unique<AsksAlways>()}));
}

TEST(MemorySession, AsksAtTheEndOfThePeriodAboutAnEarlierSample) {
  SessionOptions options;
  options.strategy = StrategyKind::kMemory;
  options.budget = {2, 4};
  Session session(options);
  ScriptedOracle oracle;
  oracle.now = Answer::of("a");
  for (double x : {0.1, 0.4, 0.7})
    EXPECT_EQ(session.step(sample_at(x, x), oracle).queries.size(), 0u);
  EXPECT_EQ(session.step(sample_at(0.7, 0.7), oracle).queries.size(), 2u);
  ASSERT_EQ(session.ledger().size(), 2u);
  EXPECT_EQ(session.ledger().at(0).asked, 3u);
  session.step(sample_at(0.1, 0.1), oracle);
  EXPECT_EQ(session.finish(oracle).queries.size(), 1u);
  EXPECT_EQ(session.ledger().at(2).time, 4u);
}

TEST(MemorySession, AnOracleOutOfReachLosesNoQuestion) {
  SessionOptions options;
  options.strategy = StrategyKind::kMemory;
  options.budget = {2, 3};
  Session session(options);
  ScriptedOracle oracle;
  oracle.unreachable = true;
  session.step(sample_at(0.1, 0.1), oracle);
  session.step(sample_at(0.5, 0.5), oracle);
  EXPECT_THROW(session.step(sample_at(0.9, 0.9), oracle), Error);
  EXPECT_EQ(session.ledger().open_count(), 2u);
}

}  // namespace
}  // namespace mpart
