#include "persist/durable_session.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "persist/session_access.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"
#include "util/random.hpp"

namespace mpart {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;

Session new_session(StrategyKind strategy = StrategyKind::kExplorer) {
  SessionOptions options;
  options.strategy = strategy;
  options.budget = {2, 20};
  return Session(options);
}

Sample sample_of(Random& random) {
  Sample sample;
  sample.values = {random.uniform(), random.uniform()};
  return sample;
}

// A server and somebody who answers, with crashes.
class Life {
 public:
  explicit Life(std::string folder, StrategyKind strategy = StrategyKind::kExplorer)
      : folder_(std::move(folder)), strategy_(strategy) {
    start();
  }

  void start() {
    durable_.reset();
    store_.reset();
    store_ = std::make_unique<StateStore>(folder_);
    durable_ = std::make_unique<DurableSession>(*store_, new_session(strategy_), false);
  }

  bool commit(bool disk_is_full = false) {
    const DurableSession::Batch batch = durable_->take(store_->last_event());
    if (disk_is_full) {
      durable_->lost(batch);
      return false;
    }
    store_->append(batch.events);
    durable_->done(batch);
    return true;
  }

  void snapshot() { store_->save_snapshot(durable_->encode(), durable_->through()); }

  DurableSession& durable() { return *durable_; }
  const Session& session() const { return durable_->session(); }

 private:
  std::string folder_;
  StrategyKind strategy_;
  std::unique_ptr<StateStore> store_;
  std::unique_ptr<DurableSession> durable_;
};

const LedgerEntry& entry(const Session& session, QueryId id) { return *session.ledger().find(id); }

std::string label_of(const Session& session, QueryId id) {
  const LedgerEntry& asked = entry(session, id);
  return asked.state == LedgerEntry::State::kLabelled
             ? session.learner().classes()[asked.receipt.label]
             : name_of(asked.state);
}

class DurableStrategies : public testing::TestWithParam<StrategyKind> {};

// Everything acknowledged is there after every crash, the budget holds, and the model is what the
// last snapshot, the questions and the answers make of it.
TEST_P(DurableStrategies, CrashesLoseNoAnswerAndSpendNothingTwice) {
  const TemporaryFolder folder;
  Life life(folder.path(), GetParam());
  Random random(3);
  std::map<QueryId, std::string> told;  // as acknowledged
  Session replayed = new_session(GetParam());
  std::uint64_t samples = 0;
  for (int t = 0; t < 3000; ++t) {
    const QueryId before = life.session().ledger().asked();
    life.durable().observe(sample_of(random));
    ++samples;
    const QueryId after = life.session().ledger().asked();
    if (after > before) {
      Writer questions;
      SessionAccess::save_queries(life.session(), questions, before + 1);
      ASSERT_TRUE(life.commit());
      Reader reader(questions.bytes());
      SessionAccess(replayed).load_queries(reader);
      for (QueryId id = before + 1; id <= after; ++id) told[id] = "open";
    }
    if (after > 0 && random.uniform() < 0.15) {
      const QueryId id = after - random.below(std::min<QueryId>(after, 10));
      Answer answer = Answer::of(random.uniform() < 0.5 ? "a" : "b");
      const std::string state = label_of(life.session(), id);
      if (state == "open" && random.uniform() < 0.2) answer.kind = Answer::Kind::kSkip;
      if ((state == "a" || state == "b") && random.uniform() < 0.3) {
        answer.kind = Answer::Kind::kWithdraw;
      }
      if (state != "skipped") {
        life.durable().answer(id, answer);
        ASSERT_TRUE(life.commit());
        told[id] = label_of(life.session(), id);
        if (answer.kind == Answer::Kind::kLabel) replayed.teach(id, answer.label);
        if (answer.kind == Answer::Kind::kSkip) replayed.skip(id);
        if (answer.kind == Answer::Kind::kWithdraw) replayed.withdraw(id);
      }
    }
    if (random.uniform() < 0.01) {
      life.snapshot();
      replayed = decode_model(life.durable().encode());
    }
    if (random.uniform() < 0.02) {
      life.start();  // what was observed since the last snapshot is gone
      ASSERT_EQ(encode_model(life.session()), encode_model(replayed)) << "t " << t;
      for (const auto& [id, state] : told) ASSERT_EQ(label_of(life.session(), id), state);
    }
    ASSERT_LE(life.session().ledger().asked(), 2 * ((samples + 19) / 20));
  }
  EXPECT_GT(told.size(), 100U);
}

INSTANTIATE_TEST_SUITE_P(Strategies, DurableStrategies,
                         testing::Values(StrategyKind::kExplorer, StrategyKind::kMemory,
                                         StrategyKind::kRandom));

TEST(DurableSession, WhatCouldNotBeWrittenHasNotHappened) {
  const TemporaryFolder folder;
  Life life(folder.path());
  Random random(1);
  while (life.session().ledger().asked() < 1) life.durable().observe(sample_of(random));
  ASSERT_FALSE(life.commit(true));
  EXPECT_EQ(entry(life.session(), 1).state, LedgerEntry::State::kExpired);
  while (life.session().ledger().asked() < 2) life.durable().observe(sample_of(random));
  ASSERT_TRUE(life.commit());
  life.durable().answer(2, Answer::of("cat"));
  ASSERT_FALSE(life.commit(true));
  EXPECT_EQ(label_of(life.session(), 2), "open");
  life.durable().answer(2, Answer::of("cat"));
  ASSERT_TRUE(life.commit());
  EXPECT_EQ(label_of(life.session(), 2), "cat");
}

TEST(DurableSession, AnAnswerThatDoesNotFitIsRefusedNowAndWhenReplayed) {
  const TemporaryFolder folder;
  Life life(folder.path());
  Random random(1);
  while (life.session().ledger().asked() < 1) life.durable().observe(sample_of(random));
  ASSERT_TRUE(life.commit());
  EXPECT_THROW(life.durable().answer(2, Answer::of("cat")), Error);
  Answer skip;
  skip.kind = Answer::Kind::kSkip;
  life.durable().answer(1, skip);
  life.durable().answer(1, Answer::of("cat"));
  ASSERT_TRUE(life.commit());
  EXPECT_EQ(label_of(life.session(), 1), "skipped");
  life.start();
  EXPECT_EQ(label_of(life.session(), 1), "skipped");
}

// A folder with two generations and a log that is not yet in the database file, as a crash leaves
// it.
class Damage : public testing::Test {
 protected:
  Damage() {
    Life life(whole_.path());
    Random random(5);
    for (int part = 0; part < 3; ++part) {
      for (int t = 0; t < 60; ++t) {
        const QueryId before = life.session().ledger().asked();
        life.durable().observe(sample_of(random));
        life.commit();
        const QueryId after = life.session().ledger().asked();
        if (after == before) continue;
        life.durable().answer(after, Answer::of("class " + std::to_string(after % 3)));
        life.commit();
      }
      if (part < 2) life.snapshot();
    }
    sound_ = describe(life.session());
    fs::copy(whole_.path(), copy_.path(), kAll);
  }

  static constexpr auto kAll = fs::copy_options::recursive | fs::copy_options::overwrite_existing;

  static std::string describe(const Session& session) {
    std::string all;
    for (QueryId id = 1; id <= session.ledger().asked(); ++id) all += label_of(session, id) + ";";
    return all;
  }

  void restore() {
    for (const auto& file : fs::directory_iterator(copy_.path())) fs::remove(file);
    // The database changes when it is opened, so the copy made before is what is copied.
    for (const auto& [name, bytes] : files_) {
      write_file_atomically(copy_.path() + "/" + name, bytes);
    }
  }

  void read_files() {
    for (const auto& file : fs::directory_iterator(copy_.path())) {
      files_[file.path().filename()] = read_file(file.path());
    }
  }

  TemporaryFolder whole_, copy_;
  std::string sound_;
  std::map<std::string, std::string> files_;
};

TEST_F(Damage, AFlippedBitIsNoticedOrHarmless) {
#ifdef MPART_SANITIZED
  constexpr int kFlips = 150;
#else
  constexpr int kFlips = 1000;
#endif
  read_files();
  std::size_t bytes = 0;
  for (const auto& [name, content] : files_) bytes += content.size();
  Random random(1);
  int noticed = 0;
  for (int flip = 0; flip < kFlips; ++flip) {
    restore();
    std::size_t at = random.below(bytes);
    for (auto [name, content] : files_) {
      if (at >= content.size()) {
        at -= content.size();
        continue;
      }
      const auto bit = static_cast<char>(1 << random.below(8));
      content[at] = static_cast<char>(content[at] ^ bit);
      write_file_atomically(copy_.path() + "/" + name, content);
      SCOPED_TRACE(name + " at " + std::to_string(at));
      try {
        const StateStore store(copy_.path());
        const DurableSession recovered(store, new_session(), false);
        EXPECT_EQ(describe(recovered.session()), sound_);
      } catch (const Error&) {
        ++noticed;
      }
      break;
    }
  }
  EXPECT_GT(noticed, kFlips / 20);
}

TEST_F(Damage, ASnapshotCutShortAnywhereLeadsToTheOneBefore) {
  read_files();
  const std::string newest = files_.count("model-2.mpart") > 0 ? "model-2.mpart" : "";
  ASSERT_FALSE(newest.empty());
  for (std::size_t size = 0; size < files_[newest].size(); size += 512) {
    restore();
    write_file_atomically(copy_.path() + "/" + newest, files_[newest].substr(0, size));
    const StateStore store(copy_.path());
    const DurableSession recovered(store, new_session(), false);
    EXPECT_EQ(describe(recovered.session()), sound_) << size;
    EXPECT_NE(recovered.notes().front().find(newest), std::string::npos);
  }
}

TEST_F(Damage, CanBeAcceptedAndIsToldThen) {
  read_files();
  restore();
  fs::remove(copy_.file("last"));
  const StateStore store(copy_.path());
  EXPECT_FALSE(store.damage().empty());
  EXPECT_THROW(DurableSession(store, new_session(), false), Error);
  const DurableSession recovered(store, new_session(), true);
  EXPECT_EQ(describe(recovered.session()), sound_);
  EXPECT_EQ(recovered.notes().front(), store.damage().front());
}

}  // namespace
}  // namespace mpart
