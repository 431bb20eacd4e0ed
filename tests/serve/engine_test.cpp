#include "serve/engine.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <memory>

#include "full_disk.hpp"
#include "log_pipe.hpp"
#include "mpart/error.hpp"
#include "temporary_folder.hpp"

namespace mpart::serve {
namespace {

class EngineTest : public testing::Test {
 protected:
  EngineTest() {
    Sample sample;
    sample.values = {0.2, 0.8};
    engine_.observe(sample, {});
    engine_.disk().when_written([](const WriteBehind::Written& /*written*/) {});
    run();
  }

  static SessionOptions about_all() {
    SessionOptions options;
    options.budget = {1, 1};
    return options;
  }

  static Answer skip() {
    Answer answer;
    answer.kind = Answer::Kind::kSkip;
    return answer;
  }

  // Until nothing waits for the disk.
  void run() {
    bool written = false;
    engine_.disk().when_written([&](const WriteBehind::Written& /*written*/) { written = true; });
    while (!written) context_.run_one();
  }

  tests::TemporaryFolder folder_;
  boost::asio::io_context context_;
  tests::LogPipe pipe_;
  Log log_{pipe_.in.get(), LogLevel::kInfo, LogFormat::kText};
  Engine engine_{context_, {folder_.path(), false, 3600}, Session(about_all()), log_};
};

TEST_F(EngineTest, TwoAnswersToOneQuestionHaveTheirOwnOutcomes) {
  std::vector<Engine::News> news;
  engine_.on_news([&](const Engine::News& one) { news.push_back(one); });
  ASSERT_TRUE(engine_.desk().is_open(1));
  const WriteBehind::Ticket label = engine_.disk().answer(1, Answer::of("cat"));
  const WriteBehind::Ticket late = engine_.disk().answer(1, skip());
  WriteBehind::Written how;
  engine_.disk().when_written([&](const WriteBehind::Written& written) { how = written; });
  run();
  EXPECT_FALSE(how.error);
  EXPECT_FALSE(how.refused.contains(label));
  EXPECT_TRUE(how.refused.contains(late));
  EXPECT_FALSE(engine_.desk().is_open(1));
  EXPECT_EQ(engine_.scoreboard().counted(), 1U);
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(news[0].kind, Engine::News::Kind::kAnswer);
  const WriteBehind::Ticket next = engine_.disk().answer(1, skip());
  engine_.disk().when_written([&](const WriteBehind::Written& written) { how = written; });
  run();
  EXPECT_TRUE(how.refused.contains(next));
}

TEST_F(EngineTest, AFullDiskIsSaidUntilItCanBeWrittenAgain) {
  EXPECT_NO_THROW(engine_.disk().require_writable());
  {
    const tests::FullDisk full;
    engine_.disk().answer(1, Answer::of("cat"));
    WriteBehind::Written how;
    engine_.disk().when_written([&](const WriteBehind::Written& written) { how = written; });
    run();
    ASSERT_TRUE(how.error);
    EXPECT_EQ(how.error->kind(), ErrorKind::kOutOfSpace) << how.error->what();
    EXPECT_THROW(engine_.disk().require_writable(), Error);
    EXPECT_TRUE(engine_.desk().is_open(1));
    EXPECT_EQ(engine_.scoreboard().counted(), 0U);
    EXPECT_EQ(engine_.disk().write_failures(), 1U);
  }
  while (engine_.disk().error()) context_.run_one();  // it is tried again every second
  engine_.disk().answer(1, Answer::of("cat"));
  run();
  EXPECT_FALSE(engine_.desk().is_open(1));
}

TEST_F(EngineTest, ASampleWithALabelIsLearnedWithItAndIsNotAskedAbout) {
  Sample sample;
  sample.values = {0.9, 0.1};
  sample.label = "dog";
  const Step& step = engine_.observe(sample, {});
  EXPECT_TRUE(step.queries.empty());
  EXPECT_EQ(step.time, 1U);
  EXPECT_EQ(engine_.session().counters().labels, 1U);
  run();
  Prediction prediction;
  engine_.predict(sample, prediction);
  EXPECT_EQ(engine_.session().predicted(prediction), "dog");
  EXPECT_EQ(engine_.desk().open_count(), 1U) << "that of the first sample";
}

// Its time on the strategy's clock is another one after a sample that the strategy did not see.
TEST_F(EngineTest, WhatIsShownOfASampleIsKeptAfterOneWithALabel) {
  Sample sample;
  sample.values = {0.9, 0.1};
  sample.label = "dog";
  engine_.observe(sample, {});
  sample.values = {0.1, 0.2};
  sample.label.clear();
  Show show;
  show.text = "a picture of it";
  const Step& step = engine_.observe(sample, show);
  ASSERT_EQ(step.queries.size(), 1U);
  const QueryId id = step.queries[0];
  run();
  ASSERT_NE(engine_.desk().show(id), nullptr);
  EXPECT_EQ(engine_.desk().show(id)->text, "a picture of it");
}

TEST(RecentShows, KeepTheNewestThatFit) {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  const auto values = [&](double i) { return std::vector<double>{i, missing}; };
  RecentShows shows(10);
  wire::Show four;
  four.text = "four";
  for (const double i : {0, 1, 2, 3, 4, 4}) shows.keep(values(i), four);
  EXPECT_EQ(shows.bytes(), 8U);
  EXPECT_FALSE(shows.take(values(2)));
  ASSERT_TRUE(shows.take(values(3)));
  EXPECT_FALSE(shows.take(values(3)));
  EXPECT_EQ(shows.bytes(), 4U);
  wire::Show large;
  large.picture = std::string(11, 'x');
  shows.keep(values(5), large);
  EXPECT_EQ(shows.bytes(), 0U);
  shows.keep(values(6), four);
  shows.clear();
  EXPECT_FALSE(shows.take(values(6)));
}

TEST(Engine, AnEarlierSampleThatIsAskedAboutIsShown) {
  const tests::TemporaryFolder folder;
  boost::asio::io_context context;
  const tests::LogPipe pipe;
  Log log(pipe.in.get(), LogLevel::kInfo, LogFormat::kText);
  SessionOptions options;
  options.strategy = StrategyKind::kCover;
  options.budget = {1, 10};
  Engine engine(context, {folder.path(), false, 3600}, Session(options), log);
  std::size_t earlier = 0;
  for (int i = 0; i < 100; ++i) {
    Sample sample;
    sample.values = {i % 7 / 7., i % 3 / 3. + i / 1000.};
    wire::Show show;
    show.text = std::to_string(i);
    engine.observe(sample, show);
    bool written = false;
    engine.disk().when_written([&](const WriteBehind::Written& /*written*/) { written = true; });
    while (!written) context.run_one();
  }
  const Ledger& ledger = engine.session().ledger();
  ASSERT_GT(ledger.size(), 5U);
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const Show* const show = engine.desk().show(ledger.at(i).id);
    ASSERT_NE(show, nullptr) << ledger.at(i).time;
    EXPECT_EQ(show->text, std::to_string(ledger.at(i).time));
    earlier += ledger.at(i).time < ledger.at(i).asked ? 1 : 0;
  }
  EXPECT_GT(earlier, 0U);
}

TEST_F(EngineTest, ALabelOfASampleThatCannotBeWrittenIsTakenBack) {
  const tests::FullDisk full;
  Sample sample;
  sample.values = {0.9, 0.1};
  sample.label = std::string(200, 'x');
  for (int i = 0; i < 40; ++i) engine_.observe(sample, {});
  WriteBehind::Written how;
  engine_.disk().when_written([&](const WriteBehind::Written& written) { how = written; });
  run();
  EXPECT_TRUE(how.error);
  EXPECT_EQ(engine_.session().counters().labels, 0U);
}

// A server that is started again on the same folder.
class RestartedEngine : public testing::Test {
 protected:
  explicit RestartedEngine(Budget budget = {1, 1}) { start({.budget = budget}); }

  void start(const SessionOptions& model, WriteBehind::Options options = {}) {
    engine_.reset();
    context_.restart();
    options.folder = folder_.file("state");
    options.snapshot_seconds = 3600;
    engine_ = std::make_unique<Engine>(context_, options, Session(model), log_);
  }
  void restart(const WriteBehind::Options& options = {}) { start({.budget = {1, 7}}, options); }

  // Why it does not start.
  std::string refusal(const WriteBehind::Options& options) {
    try {
      restart(options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument);
      return error.what();
    }
    return "";
  }

  void run() {
    bool written = false;
    engine_->disk().when_written([&](const WriteBehind::Written& /*written*/) { written = true; });
    while (!written) context_.run_one();
  }
  void snapshot() {
    bool saved = false;
    engine_->disk().snapshot([&](const StateStore::Snapshot& /*snapshot*/,
                                 const std::optional<Error>& /*error*/) { saved = true; });
    while (!saved) context_.run_one();
  }

  QueryId observe(double value) {
    Sample sample;
    sample.values = {value, 1 - value};
    const Step& step = engine_->observe(sample, {});
    const QueryId id = step.queries.empty() ? 0 : step.queries.back();
    run();
    return id;
  }
  void answer(QueryId id, const std::string& label) {
    engine_->disk().answer(id, Answer::of(label));
    run();
  }
  const Session& session() const { return engine_->session(); }
  std::vector<std::string> notes() const { return engine_->disk().notes(); }

  tests::TemporaryFolder folder_;
  Log log_;
  boost::asio::io_context context_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(RestartedEngine, KeepsHistoryAndFiguresAndCountsAnswersOfTheJournal) {
  answer(observe(0.2), "cat");
  answer(observe(0.2), "cat");
  answer(observe(0.2), "dog");
  const QueryId open = observe(0.2);
  const QueryId asked_later_than_saved = [&] {
    snapshot();
    answer(open, "cat");  // its guess is in the snapshot
    return observe(0.2);
  }();
  answer(asked_later_than_saved, "cat");  // its guess is in memory alone
  const std::uint64_t right = engine_->scoreboard().right();
  ASSERT_EQ(engine_->scoreboard().counted(), 5U);
  restart();
  EXPECT_EQ(engine_->scoreboard().counted(), 4U);
  EXPECT_EQ(engine_->scoreboard().right(), right - 1);
  ASSERT_EQ(engine_->scoreboard().history().size(), 4U);
  EXPECT_EQ(engine_->scoreboard().history().back().samples, 4U);
  snapshot();
  restart();
  EXPECT_EQ(engine_->scoreboard().counted(), 4U);
}

TEST_F(RestartedEngine, KeepsItsParametersThoughItWasKilledBeforeAnything) {
  restart();
  EXPECT_EQ(session().options().budget, (Budget{1, 1}));
}

TEST_F(RestartedEngine, ChangesItsBudgetAndSaysSo) {
  observe(0.3);
  restart();
  engine_->disk().change_budget(Budget{1, 1}, 0);
  EXPECT_EQ(notes().back().find("budget changed"), std::string::npos) << "it is the same";
  engine_->disk().change_budget(Budget{2, 50}, 7);
  EXPECT_EQ(session().options().budget, (Budget{2, 50}));
  EXPECT_EQ(session().budget_status().extra, 7U);
  const std::vector<std::string> said = notes();
  ASSERT_GE(said.size(), 2U);
  EXPECT_EQ(said[said.size() - 2], "budget changed from 1/1 to 2/50");
  EXPECT_EQ(said.back(), "7 more labels, 7 extra questions in all");
  restart();  // without a snapshot in between
  EXPECT_EQ(session().options().budget, (Budget{2, 50}));
  EXPECT_EQ(session().budget_status().extra, 7U);
  engine_->disk().change_budget(std::nullopt, 3);
  EXPECT_EQ(notes().back(), "3 more labels, 10 extra questions in all");
}

TEST_F(RestartedEngine, ChangesItsBudgetWhileItRuns) {
  engine_->disk().set_budget({1, 9});
  engine_->disk().add_questions(4);
  run();
  restart();
  EXPECT_EQ(session().options().budget, (Budget{1, 9}));
  EXPECT_EQ(session().budget_status().extra, 4U);
}

TEST_F(RestartedEngine, RefusesAnotherNetworkOnceItHasSamples) {
  const NetworkRecord network{{{"umap.onnx", 7}}, ""};
  EXPECT_EQ(refusal({.networks = network}), "") << "nothing was learned yet";
  observe(0.3);
  EXPECT_EQ(refusal({.networks = network}), "");
  EXPECT_NE(refusal({}).find("none is given: --embedder umap.onnx"), std::string::npos);
  EXPECT_NE(refusal({.networks = {{{"umap.onnx", 8}}, ""}}).find("another file of this name"),
            std::string::npos);
  EXPECT_EQ(refusal({.networks = network}), "");
}

TEST_F(RestartedEngine, IsRefusedByItsCheckUnlessItIsNew) {
  int checked = 0;
  WriteBehind::Options options;
  options.check = [&](const Session& state) {
    ++checked;
    EXPECT_EQ(state.options().budget, (Budget{1, 1}));
    throw invalid_argument("not this one");
  };
  EXPECT_EQ(refusal(options), "not this one");
  EXPECT_EQ(checked, 1);
  std::filesystem::remove_all(folder_.file("state"));
  EXPECT_EQ(refusal(options), "");
  EXPECT_EQ(checked, 1);
}

TEST_F(RestartedEngine, RemembersARequestWithWhatItDid) {
  const auto remember = [this](const std::string& key, bool journalled) {
    engine_->disk().remember(key, {1, 200, "application/json", "[]"}, journalled);
  };
  observe(0.2);
  Sample sample;
  sample.values = {0.5, 0.5};
  engine_->observe(sample, {});
  remember("asked", true);
  run();
  remember("learned", false);
  EXPECT_NE(engine_->disk().requests().find("learned"), nullptr);
  restart();  // as after kill -9
  ASSERT_NE(engine_->disk().requests().find("asked"), nullptr);
  EXPECT_EQ(engine_->disk().requests().find("asked")->body, "[]");
  EXPECT_EQ(session().ledger().asked(), 2U);
  EXPECT_EQ(engine_->disk().requests().find("learned"), nullptr);
  remember("learned", false);
  snapshot();
  restart();
  EXPECT_NE(engine_->disk().requests().find("learned"), nullptr);
  EXPECT_NE(engine_->disk().requests().find("asked"), nullptr);
}

TEST_F(EngineTest, TheLogSaysWhenADiskIsFullAndForHowLong) {
  {
    const tests::FullDisk full;
    for (int i = 0; i < 3; ++i) {
      engine_.disk().answer(1, Answer::of("cat"));
      run();
    }
  }
  while (engine_.disk().error()) context_.run_one();
  const std::string lines = pipe_.read_until("writable again");
  const std::size_t first = lines.find(" error state not writable reason=");
  EXPECT_NE(first, std::string::npos) << lines;
  EXPECT_EQ(lines.find("not writable", first + 30), std::string::npos) << lines;
  EXPECT_NE(lines.find(" warning state writable again seconds="), std::string::npos) << lines;
}

TEST_F(EngineTest, TheLogTellsOfSnapshots) {
  const auto snapshot = [&] {
    bool done = false;
    engine_.disk().snapshot([&](const StateStore::Snapshot& /*snapshot*/,
                                const std::optional<Error>& /*error*/) { done = true; });
    while (!done) context_.run_one();
  };
  snapshot();
  const std::string line = pipe_.read_until("snapshot");
  EXPECT_NE(line.find(" info snapshot written generation="), std::string::npos) << line;
  EXPECT_NE(line.find(" ms="), std::string::npos) << line;
  std::filesystem::remove_all(folder_.path());
  snapshot();
  EXPECT_NE(pipe_.read_until("snapshot").find(" error snapshot failed reason="), std::string::npos);
}

}  // namespace
}  // namespace mpart::serve
