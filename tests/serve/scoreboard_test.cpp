#include "serve/scoreboard.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"

namespace mpart::serve {
namespace {

TEST(Scoreboard, CountsTheFirstLabelOfEveryGuess) {
  Scoreboard board;
  board.add_guess(1, "cat");
  board.add_guess(2, "cat");
  board.add_label(1, "cat");
  board.add_label(2, "dog");
  board.add_label(2, "cat");  // a correction
  board.add_label(3, "cat");  // was never guessed
  EXPECT_EQ(board.counted(), 2U);
  EXPECT_EQ(board.right(), 1U);
}

TEST(Scoreboard, AnUnknownIsNeverRight) {
  Scoreboard board;
  board.add_guess(1, "");
  board.add_label(1, "unknown");  // a class may be called that
  EXPECT_EQ(board.counted(), 1U);
  EXPECT_EQ(board.right(), 0U);
}

TEST(Scoreboard, CountsTheLastHundred) {
  Scoreboard board;
  for (QueryId id = 1; id <= 250; ++id) {
    board.add_guess(id, "cat");
    board.add_label(id, id <= 200 ? "cat" : "dog");
  }
  EXPECT_EQ(board.counted(), 100U);
  EXPECT_EQ(board.right(), 50U);
}

TEST(Scoreboard, ForgetsTheOldestGuesses) {
  constexpr QueryId kKept = 65536;
  Scoreboard board;
  for (QueryId id = 1; id <= kKept + 1; ++id) board.add_guess(id, "cat");
  board.add_label(1, "cat");
  EXPECT_EQ(board.counted(), 0U);
  board.add_label(2, "cat");
  EXPECT_EQ(board.counted(), 1U);
}

TEST(Scoreboard, KeepsFewMomentsEvenlySpread) {
  class Silent : public Oracle {
    Answer ask(const Query& /*query*/) override { return {}; }
  } silent;
  Session session;
  Scoreboard board;
  Sample sample;
  sample.values = {0.5, 0.5};
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    session.step(sample, silent);
    board.record(session);
    ASSERT_LT(board.history().size(), 200U);
  }
  const std::vector<Scoreboard::Moment>& history = board.history();
  ASSERT_GE(history.size(), 100U);
  const std::uint64_t step = history[0].samples;
  for (std::size_t i = 0; i < history.size(); ++i) EXPECT_EQ(history[i].samples, (i + 1) * step);
  EXPECT_GT(history.back().samples + step, 1000U);
  EXPECT_EQ(history.back().asked, session.ledger().asked());
}

TEST(Scoreboard, GoesOnAfterItWasSaved) {
  Scoreboard board;
  for (QueryId id = 1; id <= 130; ++id) {
    board.add_guess(id, "cat");
    if (id % 3 != 0) board.add_label(id, id % 2 == 0 ? "cat" : "dog");
  }
  Scoreboard again = Scoreboard::decode(board.encode());
  EXPECT_EQ(again.encode(), board.encode());
  EXPECT_EQ(again.right(), board.right());
  again.add_label(129, "cat");
  board.add_label(129, "cat");
  EXPECT_EQ(again.encode(), board.encode());
  EXPECT_EQ(Scoreboard::decode("").counted(), 0U);
}

TEST(Scoreboard, RefusesBytesThatAreCutShort) {
  Scoreboard board;
  board.add_guess(1, "cat");
  board.add_label(1, "cat");
  board.add_guess(2, "dog");
  const std::string bytes = board.encode();
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_THROW(Scoreboard::decode(bytes.substr(0, size)), Error) << size;
  }
}

}  // namespace
}  // namespace mpart::serve
