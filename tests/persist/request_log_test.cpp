#include "persist/request_log.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"

namespace mpart {
namespace {

constexpr std::int64_t kNow = 1'700'000'000;
constexpr std::int64_t kHour = 3600;

RequestLog::Record record(const std::string& body) {
  return {RequestLog::fingerprint_of("POST /samples", body), 200, "application/json", body, true};
}

TEST(RequestLog, GivesTheAnswerOfAKeyAgain) {
  RequestLog log;
  EXPECT_EQ(log.find("a"), nullptr);
  log.remember("a", record("one"), kNow);
  log.remember("b", record("two"), kNow);
  ASSERT_NE(log.find("a"), nullptr);
  EXPECT_EQ(log.find("a")->body, "one");
  EXPECT_EQ(log.find("a")->status, 200);
  EXPECT_EQ(log.find("a")->content_type, "application/json");
  log.remember("a", record("three"), kNow);
  EXPECT_EQ(log.find("a")->body, "three");
  EXPECT_EQ(log.size(), 2U);
  log.forget("a");
  EXPECT_EQ(log.find("a"), nullptr);
  EXPECT_EQ(log.find("b")->body, "two");
}

TEST(RequestLog, TellsRoutesAndBodiesApart) {
  const auto print = RequestLog::fingerprint_of;
  EXPECT_EQ(print("POST /samples", "x"), print("POST /samples", "x"));
  EXPECT_NE(print("POST /samples", "x"), print("POST /samples", "y"));
  EXPECT_NE(print("POST /samples", "x"), print("POST /answers", "x"));
  EXPECT_NE(print("POST /sample", "sx"), print("POST /samples", "x"));
}

TEST(RequestLog, ForgetsTheOldestOfTooManyKeys) {
  RequestLog log;
  for (std::size_t i = 0; i <= RequestLog::kMostKeys; ++i) {
    log.remember(std::to_string(i), record("x"), kNow);
  }
  EXPECT_EQ(log.size(), RequestLog::kMostKeys);
  EXPECT_EQ(log.find("0"), nullptr);
  EXPECT_NE(log.find("1"), nullptr);
}

TEST(RequestLog, ForgetsTheOldestOfTooManyBytes) {
  RequestLog log;
  const std::string large(RequestLog::kMostBytes / 4, 'x');
  for (int i = 0; i < 8; ++i) {
    log.remember(std::to_string(i), record(large), kNow);
    ASSERT_LE(log.bytes(), RequestLog::kMostBytes);
  }
  EXPECT_EQ(log.size(), 3U);
  EXPECT_NE(log.find("7"), nullptr);
}

TEST(RequestLog, KeepsTheKeyOfAnAnswerThatIsTooLarge) {
  RequestLog log;
  log.remember("a", record(std::string(RequestLog::kMostBytes + 1, 'x')), kNow);
  ASSERT_NE(log.find("a"), nullptr);
  EXPECT_EQ(log.find("a")->status, 0);
  EXPECT_EQ(log.find("a")->body, "");
}

TEST(RequestLog, ForgetsAfterADay) {
  RequestLog log;
  log.remember("a", record("x"), kNow);
  for (int hour = 1; hour <= 24; ++hour) log.forget_old(kNow + hour * kHour);
  EXPECT_NE(log.find("a"), nullptr);
  log.forget_old(kNow + 24 * kHour + 1);
  EXPECT_EQ(log.find("a"), nullptr);
}

TEST(RequestLog, AClockThatJumpsForgetsNothing) {
  RequestLog log;
  log.remember("a", record("x"), kNow);
  log.forget_old(kNow + 1000 * 24 * kHour);
  EXPECT_NE(log.find("a"), nullptr);
  log.forget_old(1);
  log.remember("b", record("y"), 1);
  log.forget_old(kNow);
  EXPECT_NE(log.find("a"), nullptr);
  EXPECT_NE(log.find("b"), nullptr);
  // Back in order, a day is a day again.
  for (int hour = 1; hour <= 25; ++hour) log.forget_old(kNow + hour * kHour);
  EXPECT_EQ(log.size(), 0U);
}

TEST(RequestLog, SurvivesARestartWithItsTimes) {
  RequestLog log;
  log.remember("a", record("x"), kNow);
  for (int hour = 1; hour <= 20; ++hour) log.forget_old(kNow + hour * kHour);
  log.remember("b", record(std::string("\0y", 2)), kNow + 20 * kHour);
  RequestLog again = RequestLog::decode(log.encode());
  EXPECT_EQ(again.encode(), log.encode());
  EXPECT_EQ(again.bytes(), log.bytes());
  EXPECT_EQ(again.find("b")->body, std::string("\0y", 2));
  EXPECT_EQ(again.find("b")->fingerprint, log.find("b")->fingerprint);
  for (int hour = 21; hour <= 25; ++hour) again.forget_old(kNow + hour * kHour);
  EXPECT_EQ(again.find("a"), nullptr);
  EXPECT_NE(again.find("b"), nullptr);
  EXPECT_EQ(RequestLog::decode("").size(), 0U);
}

TEST(RequestLog, SavesNoRecordWhoseRequestIsNotWrittenYet) {
  RequestLog log;
  RequestLog::Record pending = record("x");
  pending.written = false;
  log.remember("a", pending, kNow);
  EXPECT_NE(log.find("a"), nullptr);
  EXPECT_EQ(RequestLog::decode(log.encode()).size(), 0U);
  log.settle("a");
  EXPECT_EQ(RequestLog::decode(log.encode()).size(), 1U);
}

TEST(RequestLog, RefusesBytesThatAreCutShort) {
  RequestLog log;
  log.remember("a", record("x"), kNow);
  const std::string bytes = log.encode();
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_THROW(RequestLog::decode(bytes.substr(0, size)), Error) << size;
  }
}

}  // namespace
}  // namespace mpart
