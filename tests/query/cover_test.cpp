#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mpart/error.hpp"
#include "mpart/learner.hpp"
#include "mpart/strategy.hpp"

namespace mpart {
namespace {

// A learner plus that is fed by hand: every sample is offered with what the learner says of it.
class Cover : public testing::Test {
 protected:
  explicit Cover(Budget budget = {1, 10}) : budget_(budget) {
    Parameters parameters;
    parameters.learner = "plus";
    learner_ = make_learner(parameters);
    strategy_ = make_strategy({StrategyKind::kCover, budget}, learner_->node_view());
  }

  std::vector<Question> offer(double value) {
    Sample sample;
    sample.values = {value, value};
    sample.row = ++rows_;
    Prediction out;
    learner_->observe(sample.values, out);
    const std::span<const Question> asked = strategy_->offer(sample, out);
    return {asked.begin(), asked.end()};
  }

  Budget budget_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Strategy> strategy_;
  std::uint64_t rows_ = 0;
};

TEST_F(Cover, AsksAtTheEndOfThePeriodAboutTheSampleNearestToTheMean) {
  for (const double value : {0.50, 0.53, 0.51, 0.50, 0.52, 0.514, 0.50, 0.53, 0.9}) {
    EXPECT_TRUE(offer(value).empty());
  }
  const std::vector<Question> asked = offer(0.51);
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].sample.values[0], 0.514) << "the mean of the nine is 0.5127";
  EXPECT_EQ(asked[0].time, 5U);
}

TEST_F(Cover, AsksAboutNoNodeTwiceUntilAllHaveBeenAskedAbout) {
  std::vector<std::uint64_t> rows;
  std::vector<int> places;
  for (int period = 0; period < 7; ++period) {
    for (int t = 0; t < 10; ++t) {
      for (const Question& asked : offer(t < 5 ? 0.1 : t < 8 ? 0.5 : 0.9)) {
        places.push_back(static_cast<int>(10 * asked.sample.values[0]));
        rows.push_back(asked.sample.row);
      }
    }
  }
  // Nobody answers. After three questions a new round begins, in the fifth period.
  EXPECT_EQ(places, (std::vector{1, 5, 9, 1, 5, 9}));
  EXPECT_EQ(std::set(rows.begin(), rows.end()).size(), rows.size()) << "with other samples";
}

TEST_F(Cover, AsksWhatIsLeftWhenTheStreamEnds) {
  offer(0.3);
  EXPECT_EQ(strategy_->finish().size(), 1U);
  EXPECT_TRUE(strategy_->finish().empty()) << "the budget is spent";
}

TEST_F(Cover, GoesOnAlikeAfterSaveAndLoad) {
  for (int t = 0; t < 35; ++t) offer(0.1 * (t * 7 % 10));
  Writer writer;
  strategy_->save(writer, {});
  const std::string saved = writer.bytes();
  Reader reader(saved);
  auto copy = make_strategy({StrategyKind::kCover, budget_}, learner_->node_view());
  copy->load(reader);
  EXPECT_TRUE(reader.done());
  Writer again;
  copy->save(again, {});
  EXPECT_EQ(again.bytes(), saved);
}

TEST_F(Cover, KeepsNoSampleInAFileWithoutSingleSamples) {
  for (int t = 0; t < 35; ++t) offer(0.1 * (t * 7 % 10));
  Writer all, few;
  strategy_->save(all, {});
  strategy_->save(few, {.min_count = 2});
  EXPECT_LT(few.bytes().size(), 40U);
  Reader reader(few.bytes());
  auto copy = make_strategy({StrategyKind::kCover, budget_}, learner_->node_view());
  copy->load(reader);
  EXPECT_TRUE(copy->finish().empty()) << "it has nothing to ask about yet";
}

TEST_F(Cover, NeedsALearnerWithNodes) {
  Parameters parameters;
  parameters.learner = "knn";
  const auto knn = make_learner(parameters);
  EXPECT_EQ(knn->node_view(), nullptr);
  EXPECT_THROW(make_strategy({StrategyKind::kCover, budget_}, knn->node_view()), Error);
  EXPECT_NO_THROW(make_strategy({StrategyKind::kCover, budget_}, make_learner({})->node_view()));
}

}  // namespace
}  // namespace mpart
