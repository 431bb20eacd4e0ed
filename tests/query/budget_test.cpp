#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "mpart/strategy.hpp"

namespace mpart {
namespace {

TEST(Budget, IsReadFromQuestionsSlashPeriod) {
  for (Budget expected : {Budget{1, 1}, Budget{1, 100}, Budget{5, 5}, Budget{300, 20000}}) {
    Budget budget =
        Budget::parse(std::to_string(expected.questions) + "/" + std::to_string(expected.period));
    EXPECT_EQ(budget.questions, expected.questions);
    EXPECT_EQ(budget.period, expected.period);
  }
}

TEST(Budget, IsRefusedUnlessItIsTwoNumbersWithBAtMostW) {
  for (const char* text : {"0/0",
                           "0/5",
                           "5/3",
                           "1/0",
                           "a/b",
                           "1",
                           "-1/5",
                           "1/-5",
                           "1/100x",
                           "",
                           "/",
                           "1/",
                           "/5",
                           "1/2/3",
                           " 1/2",
                           "1 /2",
                           "+1/2",
                           "1.5/2",
                           "99999999999999999999999/99999999999999999999999",
                           "1/99999999999999999999999"}) {
    try {
      Budget::parse(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument) << text;
    }
  }
}

TEST(Budget, OutOfRangeMakesNoStrategy) {
  for (Budget budget : {Budget{0, 1}, Budget{2, 1}, Budget{0, 0}}) {
    EXPECT_THROW(budget.check(), Error);
    EXPECT_THROW(make_strategy({StrategyKind::kExplorer, budget}), Error);
  }
}

TEST(StrategyKind, ReadsBackItsOwnName) {
  for (StrategyKind kind :
       {StrategyKind::kRandom, StrategyKind::kMemory, StrategyKind::kExplorer}) {
    EXPECT_EQ(parse_strategy(name_of(kind)), kind);
  }
  EXPECT_THROW(parse_strategy("greedy"), Error);
  EXPECT_THROW(parse_strategy(""), Error);
}

}  // namespace
}  // namespace mpart
