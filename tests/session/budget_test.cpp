#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "persist/small_session.hpp"

namespace mpart {
namespace {

class ChangedBudget : public testing::TestWithParam<StrategyKind> {
 protected:
  ChangedBudget() : session_(options()) {}

  static SessionOptions options() {
    SessionOptions options;
    options.strategy = GetParam();
    options.budget = {1, 20};
    options.parameters.rho = 0.9;
    if (GetParam() == StrategyKind::kCover) options.parameters.learner = "plus";
    return options;
  }

  // Returns how many queries so many samples led to.
  std::uint64_t observe(Session& session, int samples) {
    const std::uint64_t before = session.ledger().asked();
    ColumnOracle column;
    for (int i = 0; i < samples; ++i) session.step(random_sample(random_), column);
    return session.ledger().asked() - before;
  }
  std::uint64_t observe(int samples) { return observe(session_, samples); }

  Session session_;
  Random random_{5};
};

TEST_P(ChangedBudget, HoldsFromTheNextPeriodOn) {
  observe(60);
  session_.set_budget({4, 10});
  EXPECT_EQ(session_.options().budget, (Budget{4, 10}));
  while (session_.budget_status().position != 10) observe(1);
  for (int period = 0; period < 10; ++period) {
    ASSERT_LE(observe(10), 4U);
    ASSERT_LE(session_.budget_status().left, 4U);
  }
  EXPECT_GT(session_.ledger().asked(), 20U) << "the larger budget is used";
}

TEST_P(ChangedBudget, CountsWhatThePresentPeriodHasAsked) {
  session_.set_budget({5, 20});
  while (session_.ledger().asked() == 0) observe(1);
  const std::uint64_t position = session_.budget_status().position;
  const std::uint64_t asked = 5 - session_.budget_status().left;
  ASSERT_GT(asked, 0U);
  session_.set_budget({2, 30});
  EXPECT_EQ(session_.budget_status().position, position);
  EXPECT_EQ(session_.budget_status().left, 2 - std::min<std::uint64_t>(2, asked));
}

TEST_P(ChangedBudget, OfAShorterPeriodEndsThePresentOneSoon) {
  observe(15);
  session_.set_budget({1, 5});
  EXPECT_EQ(session_.budget_status().position, 4U);
  observe(1);
  EXPECT_EQ(session_.budget_status().position, 5U);
  observe(1);
  EXPECT_EQ(session_.budget_status().position, 1U);
  session_.set_budget({1, 1});
  EXPECT_GE(observe(20), 18U) << "cover begins a new round now and then";
}

TEST_P(ChangedBudget, ThatIsTheSameChangesNothing) {
  observe(33);
  const std::string before = encode_model(session_);
  session_.set_budget({1, 20});
  session_.add_questions(0);
  EXPECT_EQ(encode_model(session_), before);
}

TEST_P(ChangedBudget, IsRefusedIfItIsNone) {
  observe(5);
  const std::string before = encode_model(session_);
  for (const Budget bad : {Budget{0, 1}, Budget{2, 1}, Budget{0, 0}}) {
    EXPECT_THROW(session_.set_budget(bad), Error);
  }
  EXPECT_THROW(session_.add_questions(Session::kMostExtra + 1), Error);
  EXPECT_EQ(encode_model(session_), before);
}

TEST_P(ChangedBudget, ExtraQuestionsBeyondTheMostAreAConflictWithThoseThatWait) {
  session_.add_questions(Session::kMostExtra);
  try {
    session_.add_questions(1);
    FAIL() << "one more is taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kConflict);
  }
}

TEST_P(ChangedBudget, ExtraQuestionsAreAllAskedBesideThoseOfThePeriods) {
  observe(40);
  session_.add_questions(15);
  EXPECT_EQ(session_.budget_status().extra, 15U);
  EXPECT_LE(session_.budget_status().left, 1U);
  std::uint64_t samples = 0;
  std::uint64_t asked = 0;
  while (session_.budget_status().extra > 0 && samples < 2000) {
    asked += observe(1);
    ++samples;
    ASSERT_LE(asked, 15 + samples / 20 + 1);
  }
  EXPECT_EQ(session_.budget_status().extra, 0U) << "after " << samples << " samples";
  EXPECT_GE(asked, 15U);
  for (int period = 0; period < 5; ++period) observe(20);
  EXPECT_LE(session_.ledger().asked(), 15 + (40 + samples + 100 + 19) / 20);
}

TEST_P(ChangedBudget, ExtraQuestionsSurviveAModelFileBitForBit) {
  observe(25);
  session_.add_questions(30);
  observe(13);
  ASSERT_GT(session_.budget_status().extra, 0U);
  const std::string file = encode_model(session_);
  Session loaded = decode_model(file);
  EXPECT_EQ(loaded.budget_status().extra, session_.budget_status().extra);
  EXPECT_EQ(encode_model(loaded), file);
  const Random random = random_;
  observe(300);
  random_ = random;
  observe(loaded, 300);
  EXPECT_EQ(encode_model(loaded), encode_model(session_));
}

TEST_P(ChangedBudget, AModelFileIsOfVersion3OnlyWithExtraQuestions) {
  constexpr std::size_t kVersionByte = 8;
  observe(25);
  EXPECT_EQ(encode_model(session_)[kVersionByte], 4);  // the scale is not settled yet
  observe(300);
  EXPECT_EQ(encode_model(session_)[kVersionByte], 2);
  session_.add_questions(1);
  EXPECT_EQ(encode_model(session_)[kVersionByte], 3);
  while (session_.budget_status().extra > 0) observe(1);
  EXPECT_EQ(encode_model(session_)[kVersionByte], 2);
}

INSTANTIATE_TEST_SUITE_P(Strategies, ChangedBudget,
                         testing::Values(StrategyKind::kExplorer, StrategyKind::kMemory,
                                         StrategyKind::kRandom, StrategyKind::kRepresentative,
                                         StrategyKind::kCover),
                         [](const auto& one) { return std::string(name_of(one.param)); });

TEST(ChangedBudgetOfMemory, ThatIsSmallerKeepsTheBestSamples) {
  SessionOptions options;
  options.strategy = StrategyKind::kMemory;
  options.budget = {8, 20};
  Session session(options);
  SilentOracle silent;
  Random random(1);
  for (int i = 0; i < 19; ++i) session.step(random_sample(random), silent);
  session.set_budget({2, 20});
  const Session loaded = decode_model(encode_model(session));  // holds together
  EXPECT_EQ(loaded.budget_status().left, 2U);
  EXPECT_EQ(session.step(random_sample(random), silent).queries.size(), 2U);
}

TEST(ChangedBudgetOfAStrategyOfTheCallersOwn, IsRefusedUnlessItCan) {
  class Never : public Strategy {
   public:
    std::span<const Question> offer(const Sample& /*sample*/,
                                    const Prediction& /*prediction*/) override {
      return {};
    }
    std::span<const Question> finish() override { return {}; }
    BudgetStatus budget_status() const override { return {}; }
    void save(Writer& /*writer*/, const SaveOptions& /*options*/) const override {}
    void load(Reader& /*reader*/) override {}
  };
  Session session({}, {.learner = nullptr, .strategy = std::make_unique<Never>()});
  try {
    session.set_budget({1, 7});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUnsupported);
  }
  EXPECT_EQ(session.options().budget, Budget());
  EXPECT_THROW(session.add_questions(1), Error);
}

}  // namespace
}  // namespace mpart
