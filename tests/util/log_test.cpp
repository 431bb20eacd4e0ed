#include "util/log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "log_pipe.hpp"
#include "temporary_folder.hpp"
#include "util/owned_fd.hpp"

namespace mpart {
namespace {

using std::chrono::seconds;
using tests::LogPipe;

// A log that writes into a file, read when the log has ended.
class LogTest : public testing::Test {
 protected:
  void start(LogFormat format, LogLevel least = LogLevel::kDebug) {
    file_.reset(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600));
    log_ = std::make_unique<Log>(file_.get(), least, format);
  }

  // All lines without their times.
  std::string lines() {
    log_.reset();
    static const std::regex time(
        "20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}"
        "[.][0-9]{3}Z");
    return std::regex_replace(tests::contents(path_), time, "TIME");
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_.file("log");
  OwnedFd file_;
  std::unique_ptr<Log> log_;
};

TEST_F(LogTest, WritesTimeLevelMessageAndFields) {
  start(LogFormat::kText);
  log_->info("snapshot written", {{"generation", 12}, {"bytes", 5312U}, {"ms", 14.25}});
  log_->warning("tokens refused", {{"address", "10.0.0.7"}, {"again", true}});
  EXPECT_EQ(lines(),
            "TIME info snapshot written generation=12 bytes=5312 ms=14.25\n"
            "TIME warning tokens refused address=10.0.0.7 again=true\n");
}

TEST_F(LogTest, WritesAnObjectALine) {
  start(LogFormat::kJson);
  log_->error("state not writable", {{"reason", "disk full"}, {"seconds", -1}, {"last", false}});
  EXPECT_EQ(lines(), R"({"time":"TIME","level":"error","message":"state not writable",)"
                     R"("reason":"disk full","seconds":-1,"last":false})"
                     "\n");
}

TEST_F(LogTest, QuotesTextThatIsNotOneWord) {
  start(LogFormat::kText);
  log_->info("request", {{"empty", ""}, {"path", "/a b"}, {"forged", "x level=error"}});
  log_->info("request", {{"quotes", "a\"b\\c"}, {"script", "käse"}});
  EXPECT_EQ(lines(),
            "TIME info request empty=\"\" path=\"/a b\" forged=\"x level=error\"\n"
            "TIME info request quotes=\"a\\\"b\\\\c\" script=\"käse\"\n");
}

TEST_F(LogTest, AClientCannotForgeALine) {
  for (const LogFormat format : {LogFormat::kText, LogFormat::kJson}) {
    start(format);
    for (int byte = 0; byte < 256; ++byte) {
      const std::string one(1, static_cast<char>(byte));
      log_->info("request", {{"id", one}, {"path", "/x" + one + "TIME error forged"}});
    }
    log_->info("request", {{"id", "\r\n2026-01-01T00:00:00.000Z error forged"},
                           {"path", "\x1b[2J\xe2\x80\xa8\xe2\x80\xae\xc2\x85"}});
    const std::string text = lines();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 257);
    for (const char byte : text) {
      EXPECT_TRUE(byte == '\n' || static_cast<unsigned char>(byte) >= 0x20);
      EXPECT_NE(byte, 0x7F);
    }
    EXPECT_EQ(text.find("\xe2\x80"), std::string::npos);
  }
}

TEST_F(LogTest, CutsLongText) {
  start(LogFormat::kText);
  log_->info("request", {{"path", std::string(5000, 'a')}});
  EXPECT_EQ(lines(), "TIME info request path=\"" + std::string(200, 'a') + "...\"\n");
}

TEST_F(LogTest, WritesNumbersThatJsonCanRead) {
  start(LogFormat::kJson);
  log_->info("numbers", {{"infinite", std::numeric_limits<double>::infinity()},
                         {"none", std::nan("")},
                         {"large", 1.5e30},
                         {"most", std::numeric_limits<std::uint64_t>::max()}});
  EXPECT_EQ(lines(),
            R"({"time":"TIME","level":"info","message":"numbers","infinite":null,"none":null,)"
            R"("large":1.5e+30,"most":18446744073709551615})"
            "\n");
}

TEST_F(LogTest, LeavesOutWhatIsBelowItsLevel) {
  start(LogFormat::kText, LogLevel::kWarning);
  EXPECT_FALSE(log_->enabled(LogLevel::kInfo));
  EXPECT_TRUE(log_->enabled(LogLevel::kWarning));
  log_->debug("a");
  log_->info("b");
  log_->warning("c");
  log_->error("d");
  EXPECT_EQ(lines(), "TIME warning c\nTIME error d\n");
}

TEST_F(LogTest, KeepsLinesOfThreadsWhole) {
  start(LogFormat::kText);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      for (int k = 0; k < 500; ++k) log_->info("request", {{"status", 200}});
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::string expected;
  for (int i = 0; i < 2000; ++i) expected += "TIME info request status=200\n";
  EXPECT_EQ(lines(), expected);
}

TEST(Log, WithoutADestinationWritesNothing) {
  Log log;
  EXPECT_FALSE(log.enabled(LogLevel::kError));
  log.error("nobody reads this");
  EXPECT_EQ(log.dropped(), 0U);
}

TEST(Log, NeverWaitsForAPipeThatNobodyReads) {
  constexpr int kLines = 50000;
  const LogPipe pipe;
  Log log(pipe.in.get(), LogLevel::kInfo, LogFormat::kText);
  const auto since = std::chrono::steady_clock::now();
  for (int i = 0; i < kLines; ++i) log.info("request", {{"text", std::string(100, 'a')}});
  EXPECT_LT(std::chrono::steady_clock::now() - since, seconds(10));
  const std::uint64_t dropped = log.dropped();
  EXPECT_GT(dropped, 0U);
  const std::string told = "warning log lines dropped count=" + std::to_string(dropped) + "\n";
  const std::string text = pipe.read_until("dropped count=");
  EXPECT_TRUE(text.ends_with(told)) << text.substr(text.size() - 100);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
            kLines - static_cast<std::ptrdiff_t>(dropped) + 1);
}

TEST(Log, EndsThoughNobodyReads) {
  // Lives on: the thread that is stuck writes to it until the program ends.
  static const LogPipe pipe;
  const auto since = std::chrono::steady_clock::now();
  {
    Log log(pipe.in.get(), LogLevel::kInfo, LogFormat::kText);
    for (int i = 0; i < 2000; ++i) log.info("request", {{"text", std::string(100, 'a')}});
  }
  EXPECT_LT(std::chrono::steady_clock::now() - since, seconds(5));
}

TEST(Log, OutlivesAReaderThatIsGone) {
  LogPipe pipe;
  pipe.out.reset();
  Log log(pipe.in.get(), LogLevel::kInfo, LogFormat::kText);
  log.info("nobody reads this");
}

TEST(Log, WritesToADescriptorThatDoesNotBlock) {
  constexpr int kLines = 2000;  // more than a pipe holds
  const LogPipe pipe;
  ASSERT_EQ(::fcntl(pipe.in.get(), F_SETFL, O_NONBLOCK), 0);
  Log log(pipe.in.get(), LogLevel::kInfo, LogFormat::kText);
  for (int i = 0; i < kLines; ++i) log.info("request", {{"text", std::string(100, 'a')}});
  log.info("the last");
  const std::string text = pipe.read_until("the last\n");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), kLines + 1);
}

TEST(OncePerPeriod, LetsOneThroughAndCountsTheOthers) {
  const OncePerPeriod::Clock::time_point start{};
  OncePerPeriod once(seconds(60));
  EXPECT_EQ(once.count(start), 1U);
  EXPECT_EQ(once.count(start), 0U);
  EXPECT_EQ(once.count(start + seconds(59)), 0U);
  EXPECT_EQ(once.count(start + seconds(60)), 3U);
  EXPECT_EQ(once.count(start + seconds(61)), 0U);
  EXPECT_EQ(once.count(start + seconds(500)), 2U);
}

}  // namespace
}  // namespace mpart
