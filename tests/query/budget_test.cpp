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

TEST(Budget, IsReadFromAShareOfTheSamples) {
  EXPECT_EQ(Budget::parse("5%"), (Budget{1, 20}));
  EXPECT_EQ(Budget::parse("0.05"), (Budget{1, 20}));
  EXPECT_EQ(Budget::parse(".05"), (Budget{1, 20}));
  EXPECT_EQ(Budget::parse("0.5%"), (Budget{1, 200}));
  EXPECT_EQ(Budget::parse("33.3%"), (Budget{333, 1000}));
  EXPECT_EQ(Budget::parse("100%"), (Budget{1, 1}));
  EXPECT_EQ(Budget::parse("1.0"), (Budget{1, 1}));
  for (const char* text : {"0%", "0.0", "101%", "1.5", "%", ".", "-5%", "5 %", "5%%", "1/2%",
                           "0.05x", "0.0000000001", "1e-2", "nan%"}) {
    EXPECT_THROW(Budget::parse(text), Error) << text;
  }
}

TEST(Budget, ANumberOfLabelsIsForTheWholeStreamAndNoShare) {
  EXPECT_EQ(Budget::parse_total("50 labels"), 50U);
  EXPECT_EQ(Budget::parse_total("1 label"), 1U);
  EXPECT_EQ(Budget::parse_total("50labels"), 50U);
  EXPECT_EQ(Budget::parse_total("50"), 50U);
  for (const char* text : {"1/100", "5%", "0.05", "", "labels", "-5 labels", "5 label s", "x"}) {
    EXPECT_EQ(Budget::parse_total(text), std::nullopt) << text;
  }
  EXPECT_THROW(Budget::parse_total("0 labels"), Error);
  EXPECT_THROW(Budget::parse("50 labels"), Error);
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
  try {
    parse_strategy("explorr");
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean explorer?"), std::string::npos);
  }
  EXPECT_THROW(parse_strategy(""), Error);
}

}  // namespace
}  // namespace mpart
