// Signals: what a person or an operating system sends to end a run.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

nlohmann::json inspect(const TemporaryFolder& folder, const std::string& model) {
  const Ended ended = run(folder, "mpart inspect " + model + " --json");
  EXPECT_EQ(ended.code, 0) << ended.err;
  return ended.code == 0 ? nlohmann::json::parse(ended.out) : nlohmann::json();
}

TEST(Interrupt, CtrlCSavesTheModelAndSaysHowToGoOn) {
  const TemporaryFolder folder;
  // The first save shows that the stream is on its way.
  Running endless(folder,
                  "exec mpart run synthetic:blobs,samples=0 --model m --save-every 5000 --json");
  ASSERT_TRUE(appears(folder.file("m")));
  endless.signal(SIGINT);
  const Ended ended = endless.wait();
  EXPECT_EQ(ended.code, 130);
  const std::string seen = inspect(folder, "m")["samples"].dump();
  EXPECT_EQ(nlohmann::json::parse(ended.out)["samples"].dump(), seen);
  EXPECT_NE(ended.err.find("--resume m --model m --skip " + seen), std::string::npos) << ended.err;
  EXPECT_EQ(everything_in(folder).size(), 1U) << "nothing but the model is left";
}

TEST(Interrupt, GoingOnAsToldGivesTheModelOfARunThatNeverStopped) {
  const TemporaryFolder folder;
  Running endless(folder,
                  "exec mpart run synthetic:blobs,samples=0 --model m --save-every 1000 --json");
  ASSERT_TRUE(appears(folder.file("m")));
  endless.signal(SIGINT);
  const Ended ended = endless.wait();
  const std::string go_on = ended.err.substr(ended.err.find("\n  ") + 1);
  const auto seen = inspect(folder, "m")["samples"].get<std::uint64_t>();
  ASSERT_EQ(run(folder, go_on.substr(0, go_on.find('\n')) + " --limit 1000").code, 0);
  ASSERT_EQ(run(folder, "mpart run synthetic:blobs,samples=0 --model whole --limit " +
                            std::to_string(seen + 1000))
                .code,
            0);
  EXPECT_TRUE(contents(folder.file("m")) == contents(folder.file("whole")));
}

TEST(Interrupt, WithoutAModelItSaysThatNothingIsKept) {
  const TemporaryFolder folder;
  Running endless(folder, "exec mpart run synthetic:blobs,samples=0");
  std::this_thread::sleep_for(milliseconds(500));
  endless.signal(SIGINT);
  const Ended ended = endless.wait();
  EXPECT_EQ(ended.code, 130);
  EXPECT_NE(ended.err.find("without --model nothing is kept"), std::string::npos) << ended.err;
}

// A pipe that stays open and falls silent after 500 samples.
class SilentPipe : public testing::Test {
 protected:
  SilentPipe() {
    EXPECT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    pipe_ = ::open(folder.file("pipe").c_str(), O_RDWR);  // never blocks, never ends
  }
  ~SilentPipe() override { ::close(pipe_); }

  void expect_saved_in_time(const std::string& command) const {
    Running waiting(folder, command);
    ASSERT_EQ(run(folder, "head -n 501 $DATA/fashion4d.csv >pipe").code, 0);
    ASSERT_TRUE(appears(folder.file("m"))) << "the last of five saves comes with the 500th sample";
    std::this_thread::sleep_for(milliseconds(300));
    const Clock::time_point start = Clock::now();
    waiting.signal(SIGTERM);
    const Ended ended = waiting.wait();
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(5));
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_EQ(inspect(folder, "m")["samples"], 500);
    EXPECT_NE(ended.err.find(" --resume m --model m"), std::string::npos) << ended.err;
  }

  TemporaryFolder folder;
  int pipe_;
};

TEST_F(SilentPipe, OnStandardInputIsLeftAtOnceAndTheModelSaved) {
  expect_saved_in_time("exec mpart run - --model m --save-every 100 <pipe");
}

TEST_F(SilentPipe, ByItsNameIsLeftAtOnceAndTheModelSaved) {
  expect_saved_in_time("exec mpart run pipe --model m --save-every 100");
}

TEST(Interrupt, TheHintCountsWhatWasSkippedBefore) {
  const TemporaryFolder folder;
  const Ended ended = run(folder,
                          "mpart run $DATA/fashion4d.csv --skip 100 --oracle terminal --budget "
                          "1/10 --model m --json",
                          "quit\n");
  ASSERT_EQ(ended.code, 0);
  const auto passed = nlohmann::json::parse(ended.out)["samples"].get<int>() + 100;
  EXPECT_NE(ended.err.find("--skip " + std::to_string(passed)), std::string::npos) << ended.err;
}

TEST(Kill, AtAnyMomentLeavesAModelThatLoads) {
  const TemporaryFolder folder;
  for (int time = 0; time < 20; ++time) {
    Running endless(folder, "exec mpart run synthetic:blobs,samples=0 --model m --save-every 100");
    ASSERT_TRUE(appears(folder.file("m")));
    std::this_thread::sleep_for(milliseconds(20 + 7 * time % 40));
    endless.signal(SIGKILL);
    EXPECT_EQ(endless.wait().code, 128 + SIGKILL);
    EXPECT_EQ(inspect(folder, "m")["samples"].get<int>() % 100, 0);
  }
}

}  // namespace
}  // namespace mpart::tests
