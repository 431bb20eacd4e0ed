#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "label/command_oracle.hpp"
#include "label/files_oracle.hpp"
#include "label/terminal_oracle.hpp"
#include "mpart/model_file.hpp"
#include "mpart/session.hpp"
#include "temporary_folder.hpp"

namespace mpart {
namespace {

using tests::append;

// Three tight, distant clouds in the plane, one a class.
std::vector<Sample> clouds(std::size_t count) {
  constexpr double kCentres[3][2] = {{0.1, 0.1}, {0.9, 0.1}, {0.5, 0.9}};
  std::mt19937_64 engine(7);
  const auto noise = [&engine] { return 0.05 * (static_cast<double>(engine() >> 11) * 0x1p-53); };
  std::vector<Sample> samples(count);
  for (std::size_t t = 0; t < count; ++t) {
    const std::size_t cloud = engine() % 3;
    samples[t].row = t + 1;
    samples[t].values = {kCentres[cloud][0] + noise(), kCentres[cloud][1] + noise()};
    samples[t].label = "cloud \"" + std::to_string(cloud) + '"';
  }
  return samples;
}

// Nodes so wide that each cloud has one of its own, and questions that no label changes.
SessionOptions simple_options() {
  SessionOptions options;
  options.parameters.rho = 0.8;
  options.strategy = StrategyKind::kRandom;
  options.budget = {1, 5};
  return options;
}

std::string label_line(QueryId id, const std::string& label) {
  std::string line = "{\"id\":";
  line += std::to_string(id) + ",\"label\":\"";
  for (const char byte : label) {
    if (byte == '"') line += '\\';
    line += byte;
  }
  return line + "\"}\n";
}

std::vector<std::vector<std::pair<ClassIndex, double>>> densities(const Session& session) {
  std::vector<std::vector<std::pair<ClassIndex, double>>> all;
  for (const Graph::Node& node : session.learner().graph().nodes) all.push_back(node.labels);
  return all;
}

// What every question's sample is, by query id.
std::string label_of(const Session& session, const std::vector<Sample>& samples, QueryId id) {
  return samples.at(session.ledger().at(id - 1).row - 1).label;
}

class LateLabels : public testing::Test {
 protected:
  // Answers questions `after` steps late; the last ones when the stream has ended.
  void run(Session& session, FilesOracle& oracle, std::size_t after) {
    std::vector<std::size_t> due;  // steps, by query id - 1
    QueryId next = 1;
    const auto answer = [&] {
      append(labels_, label_line(next, label_of(session, samples_, next)));
    };
    for (std::size_t t = 0; t < samples_.size(); ++t) {
      oracle.poll_now();
      due.resize(due.size() + session.step(samples_[t], oracle).queries.size(), t + after);
      for (; next <= due.size() && due[next - 1] <= t; ++next) answer();
    }
    due.resize(due.size() + session.finish(oracle).queries.size());
    for (; next <= due.size(); ++next) answer();
    oracle.poll_now();
    session.collect(oracle);
  }

  Session at_once(const SessionOptions& options) {
    Session session(options);
    ColumnOracle column;
    for (const Sample& sample : samples_) session.step(sample, column);
    session.finish(column);
    return session;
  }

  tests::TemporaryFolder folder_;
  std::string queries_ = folder_.file("queries.jsonl");
  std::string labels_ = folder_.file("labels.jsonl");
  std::vector<Sample> samples_ = clouds(500);
};

TEST_F(LateLabels, ThatComeBeforeTheNextSampleGiveTheSameModelBitForBit) {
  for (const StrategyKind kind :
       {StrategyKind::kRandom, StrategyKind::kMemory, StrategyKind::kExplorer}) {
    SessionOptions options;
    options.strategy = kind;
    options.budget = {2, 20};
    tests::overwrite(labels_, "");
    FilesOracle oracle(queries_, labels_);
    Session late(options);
    run(late, oracle, 0);
    EXPECT_EQ(encode_model(late), encode_model(at_once(options))) << name_of(kind);
    EXPECT_EQ(late.ledger().open_count(), 0u);
    EXPECT_EQ(oracle.warning_count(), 0u);
  }
}

TEST_F(LateLabels, ThatComeMuchLaterGiveTheSameLabelDensities) {
  const Session prompt = at_once(simple_options());
  ASSERT_EQ(prompt.counters().labels, 100u);
  for (const std::size_t after : {1u, 50u, 1000u}) {
    tests::overwrite(labels_, "");
    FilesOracle oracle(queries_, labels_);
    Session late(simple_options());
    run(late, oracle, after);
    EXPECT_EQ(densities(late), densities(prompt)) << after;
    EXPECT_EQ(late.counters().labels, 100u);
  }
}

TEST_F(LateLabels, ReadAgainAfterARestartChangeNothing) {
  Session session(simple_options());
  FilesOracle oracle(queries_, labels_);
  run(session, oracle, 10);
  append(labels_, "{\"id\":5,\"withdraw\":true}\n" + label_line(6, "corrected"));
  oracle.poll_now();
  session.collect(oracle);
  const auto before = densities(session);

  Session restarted = decode_model(encode_model(session));
  FilesOracle again(queries_, labels_);
  restarted.collect(again);
  EXPECT_EQ(densities(restarted), before);
  EXPECT_EQ(restarted.counters().labels, session.counters().labels);
  EXPECT_EQ(restarted.counters().refused, 0u);
}

TEST_F(LateLabels, CorrectionsAndWithdrawalsEndWhereRightAnswersWouldHave) {
  Session session(simple_options());
  FilesOracle oracle(queries_, labels_);
  run(session, oracle, 10);
  const auto before = densities(session);
  append(labels_, label_line(3, "cloud \"1\"") + "{\"id\":4,\"withdraw\":true}\n");
  append(labels_, label_line(3, label_of(session, samples_, 3)));
  append(labels_, label_line(4, label_of(session, samples_, 4)));
  oracle.poll_now();
  session.collect(oracle);
  EXPECT_EQ(densities(session), before);
  EXPECT_EQ(session.counters().labels, 100u);
}

TEST_F(LateLabels, AnswersThatFitNoQuestionAreRefusedByName) {
  Session session(simple_options());
  FilesOracle oracle(queries_, labels_);
  append(labels_, label_line(99, "cat"));
  session.step(samples_[0], oracle);
  EXPECT_EQ(oracle.warnings(), std::vector<std::string>{labels_ + ": query 99 was never asked"});
  EXPECT_EQ(session.counters().refused, 1u);
}

TEST_F(LateLabels, EveryQuestionIsWrittenOnce) {
  Session session(simple_options());
  FilesOracle oracle(queries_, labels_);
  run(session, oracle, 10);
  const std::string written = tests::contents(queries_);
  EXPECT_EQ(std::count(written.begin(), written.end(), '\n'), 100);
}

TEST(CommandInASession, AnswersEveryQuestion) {
  Session session(simple_options());
  CommandOracle oracle("grep -q '\"values\":\\[0\\.[01]' && echo left || echo elsewhere");
  for (const Sample& sample : clouds(50)) session.step(sample, oracle);
  EXPECT_EQ(session.counters().labels, 10u);
  EXPECT_EQ(session.learner().classes().size(), 2u);
}

TEST(TerminalInASession, UndoAndQuitReachTheLedger) {
  Session session(simple_options());
  std::istringstream typed("+a\nundo b\ny\nskip\n+c\nundo\nq\n");
  std::ostringstream shown;
  TerminalOracle oracle(typed, shown);
  const std::vector<Sample> samples = clouds(50);
  std::size_t t = 0;
  while (t < samples.size() && !session.step(samples[t], oracle).quit) ++t;
  session.collect(oracle);
  using State = LedgerEntry::State;
  ASSERT_EQ(session.ledger().size(), 4u);
  EXPECT_EQ(session.ledger().at(0).state, State::kLabelled);
  EXPECT_EQ(session.learner().classes().at(session.ledger().at(0).receipt.label), "b");
  EXPECT_EQ(session.ledger().at(1).state, State::kSkipped);
  EXPECT_EQ(session.ledger().at(2).state, State::kWithdrawn);
  EXPECT_EQ(session.ledger().at(3).state, State::kOpen);
}

}  // namespace
}  // namespace mpart
