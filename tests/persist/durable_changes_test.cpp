// What takes effect before it is on disk: samples that come with a label, changes of the budget,
// and answers that are remembered. Each counts once, wherever a crash or a snapshot falls.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "mpart/model_file.hpp"
#include "persist/durable_session.hpp"
#include "persist/small_session.hpp"
#include "temporary_folder.hpp"

namespace mpart {
namespace {

class DurableChanges : public testing::Test {
 protected:
  DurableChanges() {
    start();
    for (int i = 0; i < 30; ++i) observe();
    commit();
    snapshot();
  }

  void start() {
    durable_.reset();
    store_.reset();
    store_ = std::make_unique<StateStore>(folder_.file("state"));
    durable_ = std::make_unique<DurableSession>(
        *store_, Session({.strategy = strategy_, .budget = {1, 20}}), false);
  }

  const Step& observe(const std::string& label = "") {
    Sample sample = random_sample(random_);
    sample.label = label;
    return durable_->observe(sample);
  }

  void commit() {
    const DurableSession::Batch batch = durable_->take(store_->last_event());
    store_->append(batch.events);
    durable_->done(batch);
  }
  void lose() { durable_->lost(durable_->take(store_->last_event())); }
  void snapshot() {
    store_->save_snapshot(durable_->encode(), durable_->through(), durable_->parts());
  }

  const Session& session() const { return durable_->session(); }
  std::uint64_t labels() const { return session().counters().labels; }
  std::uint64_t extra() const { return session().budget_status().extra; }
  bool knows(const std::string& key) const { return durable_->requests().find(key) != nullptr; }

  static constexpr StrategyKind strategy_ = StrategyKind::kExplorer;
  const tests::TemporaryFolder folder_;
  Random random_{3};
  std::unique_ptr<StateStore> store_;
  std::unique_ptr<DurableSession> durable_;
};

TEST_F(DurableChanges, ALabelOfASampleIsLearnedAtOnceAndCostsNoBudget) {
  const std::uint64_t samples = session().counters().samples;
  const BudgetStatus before = session().budget_status();
  const Step& step = observe("cat");
  EXPECT_EQ(step.time, samples);
  EXPECT_TRUE(step.queries.empty());
  EXPECT_EQ(labels(), 1U);
  EXPECT_EQ(session().counters().samples, samples + 1);
  EXPECT_EQ(session().learner().classes(), std::vector<std::string>{"cat"});
  EXPECT_EQ(session().budget_status().left, before.left);
  EXPECT_EQ(session().budget_status().position, before.position);
}

TEST_F(DurableChanges, ALabelOfASampleIsThereOnceWhereverTheSnapshotFalls) {
  observe("a");
  commit();
  start();  // from the journal alone
  EXPECT_EQ(labels(), 1U);
  observe("b");
  snapshot();  // has it before it is on disk
  commit();
  start();
  EXPECT_EQ(labels(), 2U);
  observe("c");
  commit();
  snapshot();
  start();
  EXPECT_EQ(labels(), 3U);
  EXPECT_EQ(session().learner().known_classes(), 3U);
  observe("d");
  start();  // was never acknowledged
  EXPECT_EQ(labels(), 3U);
}

TEST_F(DurableChanges, ALabelThatCannotBeWrittenIsTakenBack) {
  observe("a");
  lose();
  EXPECT_EQ(labels(), 0U);
  observe("b");
  commit();
  EXPECT_EQ(labels(), 1U);
  start();
  EXPECT_EQ(labels(), 1U);
  EXPECT_EQ(session().learner().classes(), std::vector<std::string>{"b"});
}

TEST_F(DurableChanges, ABudgetIsChangedOnceWhereverTheSnapshotFalls) {
  durable_->set_budget({3, 10});
  commit();
  start();
  EXPECT_EQ(session().options().budget, (Budget{3, 10}));
  durable_->set_budget({2, 10});
  snapshot();
  commit();
  start();
  EXPECT_EQ(session().options().budget, (Budget{2, 10}));
  durable_->set_budget({5, 50});
  start();
  EXPECT_EQ(session().options().budget, (Budget{2, 10}));
}

TEST_F(DurableChanges, QuestionsBetweenTwoChangesLeaveTheLastBudget) {
  for (const Budget budget : {Budget{1, 5}, Budget{7, 100}, Budget{1, 3}, Budget{2, 50}}) {
    durable_->set_budget(budget);
    for (int i = 0; i < 40; ++i) observe();
  }
  commit();
  const BudgetStatus before = session().budget_status();
  start();
  EXPECT_EQ(session().options().budget, (Budget{2, 50}));
  EXPECT_LE(session().budget_status().left, before.left + 1);
  EXPECT_EQ(durable_->notes().size(), 3U) << "a snapshot, questions, changes; nothing was refused";
}

TEST_F(DurableChanges, ABudgetThatCannotBeWrittenIsTakenBack) {
  durable_->set_budget({5, 5});
  durable_->add_questions(10);
  const DurableSession::Batch batch = durable_->take(store_->last_event());
  while (session().ledger().asked() < 10) observe();  // under the new one, meanwhile
  const std::uint64_t asked_extra = 10 - extra();
  durable_->lost(batch);
  EXPECT_EQ(session().options().budget, (Budget{1, 20}));
  EXPECT_EQ(extra(), 0U) << asked_extra << " were asked";
  commit();
  const std::uint64_t asked = session().ledger().asked();
  start();
  EXPECT_EQ(session().options().budget, (Budget{1, 20}));
  EXPECT_EQ(extra(), 0U);
  EXPECT_EQ(session().ledger().asked(), asked);
}

TEST_F(DurableChanges, ExtraQuestionsAreNeitherLostNorDoubled) {
  std::uint64_t added = 0;
  std::uint64_t samples = session().counters().samples;
  int restarts = 0;
  for (int t = 0; t < 4000; ++t) {
    if (random_.uniform() < 0.01) {
      const std::uint64_t count = 1 + random_.below(30);
      durable_->add_questions(count);
      if (random_.uniform() < 0.3) snapshot();  // before it is on disk
      if (random_.uniform() < 0.2) {
        lose();
      } else {
        commit();
        added += count;
      }
    }
    observe(random_.uniform() < 0.02 ? "cat" : "");
    ++samples;
    if (random_.uniform() < 0.9) commit();
    if (random_.uniform() < 0.01) snapshot();
    if (random_.uniform() < 0.02) {
      start();
      ++restarts;
      const std::uint64_t all = session().ledger().asked() + extra();
      ASSERT_GE(all, added) << "t " << t;
      ASSERT_LE(all, added + samples / 20 + 2) << "t " << t;
    }
  }
  EXPECT_GT(restarts, 40);
  EXPECT_GT(added, 200U);
}

RequestLog::Record answer_of(const std::string& body) { return {7, 200, "text/plain", body}; }

TEST_F(DurableChanges, ARequestIsKnownExactlyIfWhatItDidIs) {
  observe("a");
  durable_->remember("one", answer_of("1"), true);
  EXPECT_TRUE(knows("one"));
  EXPECT_FALSE(durable_->requests().find("one")->written);
  commit();
  EXPECT_TRUE(durable_->requests().find("one")->written);
  observe("b");
  durable_->remember("two", answer_of("2"), true);
  start();  // nothing of it was written
  EXPECT_TRUE(knows("one"));
  EXPECT_EQ(durable_->requests().find("one")->body, "1");
  EXPECT_EQ(durable_->requests().find("one")->fingerprint, 7U);
  EXPECT_FALSE(knows("two"));
  EXPECT_EQ(labels(), 1U);
  observe("c");
  durable_->remember("three", answer_of("3"), true);
  lose();
  EXPECT_FALSE(knows("three"));
}

TEST_F(DurableChanges, ARequestThatOnlyBroughtSamplesIsKeptWithThem) {
  const std::uint64_t samples = session().counters().samples;
  observe();
  durable_->remember("one", answer_of("1"), false);
  EXPECT_TRUE(durable_->requests().find("one")->written);
  start();
  EXPECT_FALSE(knows("one"));
  EXPECT_EQ(session().counters().samples, samples);
  observe();
  durable_->remember("two", answer_of("2"), false);
  snapshot();
  start();
  EXPECT_TRUE(knows("two"));
  EXPECT_EQ(session().counters().samples, samples + 1);
}

TEST_F(DurableChanges, ASnapshotBeforeTheDiskHasARequestDoesNotMakeItKnown) {
  observe("a");
  durable_->remember("one", answer_of("1"), true);
  const DurableSession::Batch batch = durable_->take(store_->last_event());
  snapshot();
  durable_->lost(batch);
  start();
  EXPECT_FALSE(knows("one"));
}

TEST_F(DurableChanges, LabelsReplayedFromTheJournalAreTold) {
  while (session().ledger().asked() < 3) observe();
  commit();
  snapshot();
  const std::uint64_t asked = session().ledger().asked();
  durable_->answer(asked, Answer::of("cat"));
  durable_->answer(asked - 1, {Answer::Kind::kSkip, {}});
  durable_->answer(asked - 1, Answer::of("dog"));  // refused: it was skipped
  commit();
  start();
  ASSERT_EQ(durable_->replayed_labels().size(), 1U);
  EXPECT_EQ(durable_->replayed_labels()[0].id, asked);
  EXPECT_EQ(durable_->replayed_labels()[0].answer.label, "cat");
}

}  // namespace
}  // namespace mpart
