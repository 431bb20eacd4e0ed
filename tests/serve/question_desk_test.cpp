#include "serve/question_desk.hpp"

#include <gtest/gtest.h>

namespace mpart::serve {
namespace {

using std::chrono::seconds;

double by_number(QueryId id) { return static_cast<double>(id); }

class Desk : public testing::Test {
 protected:
  std::optional<QueryId> next(const std::string& client, std::optional<QueryId> after = {}) {
    return desk.next(client, after, now, by_number);
  }

  QuestionDesk desk{QuestionDesk::Rules{.show = seconds(100), .leases = 3, .show_bytes = 1000}};
  QuestionDesk::Time now{};
};

TEST_F(Desk, GivesTheHighestScoreAndTheSameOneAgain) {
  EXPECT_EQ(next("a"), std::nullopt);
  for (const QueryId id : {1, 2, 3}) desk.open(id, {}, now);
  EXPECT_EQ(next("a"), 3U);
  EXPECT_EQ(next("a"), 3U);
}

TEST_F(Desk, KnowsSinceWhenTheOldestIsOpen) {
  EXPECT_EQ(desk.oldest_opened(), std::nullopt);
  desk.open(1, {}, now);
  desk.open(2, {}, now + seconds(5));
  EXPECT_EQ(desk.oldest_opened(), now);
  desk.close(1);
  EXPECT_EQ(desk.oldest_opened(), now + seconds(5));
  desk.close_before(3);
  EXPECT_EQ(desk.oldest_opened(), std::nullopt);
}

TEST_F(Desk, NeverGivesOneQuestionToTwo) {
  for (const QueryId id : {1, 2}) desk.open(id, {}, now);
  EXPECT_EQ(next("a"), 2U);
  EXPECT_EQ(next("b"), 1U);
  EXPECT_EQ(next("c"), std::nullopt);
  now += seconds(59);
  EXPECT_EQ(next("a"), 2U);  // goes on
  now += seconds(2);
  EXPECT_EQ(next("c"), 1U);  // b has said nothing for a minute
  EXPECT_EQ(next("b"), std::nullopt);
}

TEST_F(Desk, GivesAnotherOneIfAsked) {
  for (const QueryId id : {1, 2}) desk.open(id, {}, now);
  EXPECT_EQ(next("a"), 2U);
  EXPECT_EQ(next("a", 2), 1U);
  EXPECT_EQ(next("b"), 2U);
  EXPECT_EQ(next("a", 1), 1U);  // there is no other
}

TEST_F(Desk, RemembersSoManyLeasesUnderWhateverNames) {
  for (QueryId id = 1; id <= 10; ++id) desk.open(id, {}, now);
  EXPECT_EQ(next("honest"), 10U);
  for (int i = 0; i < 1000; ++i) {
    now += std::chrono::milliseconds(1);
    ASSERT_TRUE(next("invented " + std::to_string(i)));
    ASSERT_LE(desk.lease_count(), 3U);
  }
  EXPECT_TRUE(next("honest"));
}

TEST_F(Desk, NobodyKeepsAQuestionFromTheOthersForEver) {
  desk.open(1, {}, now);
  EXPECT_EQ(next("a"), 1U);
  for (int i = 0; i < 19; ++i) {
    now += seconds(30);
    EXPECT_EQ(next("a"), 1U);
    EXPECT_EQ(next("b"), std::nullopt);
  }
  now += seconds(30);
  EXPECT_EQ(next("a"), 1U);  // nobody else wants it
  EXPECT_EQ(next("b"), 1U);
  EXPECT_EQ(next("a"), std::nullopt);
}

TEST_F(Desk, AQuestionThatIsGivenBackIsFree) {
  for (const QueryId id : {1, 2}) desk.open(id, {}, now);
  EXPECT_EQ(next("a"), 2U);
  EXPECT_EQ(next("a", 2), 1U);
  EXPECT_EQ(desk.lease_count(), 1U);
  desk.close(1);
  EXPECT_EQ(desk.lease_count(), 0U);
  EXPECT_EQ(next("b", 2), 2U);
}

TEST_F(Desk, ForgetsWhatIsClosed) {
  desk.open(1, {"", "text", ""}, now);
  EXPECT_EQ(next("a"), 1U);
  desk.close(1);
  EXPECT_EQ(next("a"), std::nullopt);
  EXPECT_EQ(desk.show(1), nullptr);
  EXPECT_EQ(desk.open_count(), 0U);
}

TEST_F(Desk, ShowsForAWhileAndNotTooMuch) {
  desk.open(1, {std::string(600, 'x'), "", ""}, now);
  ASSERT_NE(desk.show(1), nullptr);
  desk.open(2, {std::string(600, 'x'), "", ""}, now + seconds(50));
  EXPECT_EQ(desk.show(1), nullptr);  // the two together are too much
  ASSERT_NE(desk.show(2), nullptr);
  desk.forget_old_shows(now + seconds(149));
  EXPECT_NE(desk.show(2), nullptr);
  desk.forget_old_shows(now + seconds(150));
  EXPECT_EQ(desk.show(2), nullptr);
  EXPECT_TRUE(desk.is_open(2));
}

}  // namespace
}  // namespace mpart::serve
