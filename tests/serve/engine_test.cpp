#include "serve/engine.hpp"

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace mpart::serve {
namespace {

class EngineTest : public testing::Test {
 protected:
  EngineTest() {
    Sample sample;
    sample.values = {0.2, 0.8};
    engine_.observe(sample, {});
    engine_.when_written([](const Engine::Written& /*written*/) {});
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
    engine_.when_written([&](const Engine::Written& /*written*/) { written = true; });
    while (!written) context_.run_one();
  }

  tests::TemporaryFolder folder_;
  boost::asio::io_context context_;
  Engine engine_{context_, {folder_.path(), false, 3600, {}}, Session(about_all())};
};

TEST_F(EngineTest, TwoAnswersToOneQuestionHaveTheirOwnOutcomes) {
  std::vector<Engine::News> news;
  engine_.on_news([&](const Engine::News& one) { news.push_back(one); });
  ASSERT_TRUE(engine_.desk().is_open(1));
  const Engine::Ticket label = engine_.answer(1, Answer::of("cat"));
  const Engine::Ticket late = engine_.answer(1, skip());
  Engine::Written how;
  engine_.when_written([&](const Engine::Written& written) { how = written; });
  run();
  EXPECT_EQ(how.problem, "");
  EXPECT_FALSE(how.refused.contains(label));
  EXPECT_TRUE(how.refused.contains(late));
  EXPECT_FALSE(engine_.desk().is_open(1));
  EXPECT_EQ(engine_.answers_counted(), 1U);
  ASSERT_EQ(news.size(), 1U);
  EXPECT_EQ(news[0].kind, Engine::News::Kind::kAnswer);
  const Engine::Ticket next = engine_.answer(1, skip());
  engine_.when_written([&](const Engine::Written& written) { how = written; });
  run();
  EXPECT_TRUE(how.refused.contains(next));
}

}  // namespace
}  // namespace mpart::serve
