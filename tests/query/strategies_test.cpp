#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "query/fed_strategy.hpp"
#include "query/strategies.hpp"
#include "reference/slow_strategies.hpp"

namespace mpart {
namespace {

constexpr auto kRandom = StrategyKind::kRandom;
constexpr auto kMemory = StrategyKind::kMemory;
constexpr auto kExplorer = StrategyKind::kExplorer;

// Explorer may differ from the slow one where the sum is one half but for rounding.
bool in_doubt(const reference::SlowStrategy& slow) {
  const auto* explorer = dynamic_cast<const reference::SlowExplorer*>(&slow);
  return explorer && std::abs(explorer->margin()) < 1e-9 && std::abs(explorer->margin()) > 1e-13;
}

void compare(StrategyKind kind, Budget budget, const std::vector<double>& scores) {
  Fed fast(kind, budget);
  std::unique_ptr<reference::SlowStrategy> slow;
  if (kind == kMemory) slow = std::make_unique<reference::SlowMemory>(budget);
  if (kind == kExplorer) slow = std::make_unique<reference::SlowExplorer>(budget);
  for (std::size_t t = 0; t < scores.size(); ++t) {
    const Times expected = slow->offer(scores[t]);
    const Times asked = fast.offer(scores[t]);
    if (asked != expected && in_doubt(*slow)) return;
    ASSERT_EQ(asked, expected) << "budget " << name(budget) << ", t " << t;
  }
  EXPECT_EQ(fast.finish(), slow->finish()) << "budget " << name(budget);
}

void compare_streams(StrategyKind kind) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Draw draw(seed);
    const Budget budget = draw_budget(draw);
    compare(kind, budget, draw_scores(draw, 1 + draw.below(5 * budget.period)));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Memory, AsksWhatTheSlowOneAsks) { compare_streams(kMemory); }
TEST(Explorer, AsksWhatTheSlowOneAsks) { compare_streams(kExplorer); }

TEST(Strategies, AskWhatTheSlowOnesAskWithALargeBudget) {
  Draw draw(7);
  for (StrategyKind kind : {kMemory, kExplorer}) {
    compare(kind, {300, 20000}, draw_scores(draw, 21000));
    compare(kind, {400, 500}, draw_scores(draw, 1200));
  }
}

class EveryStrategy : public testing::TestWithParam<StrategyKind> {};

TEST_P(EveryStrategy, SpendsTheBudgetOfEveryFullPeriodAndNeverMore) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Draw draw(seed);
    const Budget budget = draw_budget(draw);
    const std::size_t length = 1 + draw.below(4 * budget.period);
    Fed fed(GetParam(), budget, seed);
    std::map<std::uint64_t, std::uint64_t> about, asked_in;  // questions by period
    std::set<std::uint64_t> distinct;
    auto count = [&](const Times& times, std::uint64_t now) {
      for (std::uint64_t time : times) {
        about[time / budget.period] += 1;
        asked_in[now / budget.period] += 1;
        distinct.insert(time);
      }
    };
    std::uint64_t t = 0;
    for (double score : draw_scores(draw, length)) count(fed.offer(score), t++);
    const std::uint64_t full = length / budget.period;
    for (std::uint64_t period = 0; period < full; ++period) {
      ASSERT_EQ(about[period], budget.questions) << "budget " << name(budget) << " seed " << seed;
      ASSERT_EQ(asked_in[period], budget.questions) << "budget " << name(budget);
    }
    count(fed.finish(), length - 1);
    ASSERT_LE(about[full], budget.questions) << "budget " << name(budget);
    ASSERT_EQ(distinct.size(), fed.questions().size()) << "a sample was asked about twice";
    ASSERT_TRUE(fed.finish().empty()) << "finish asked again";
  }
}

TEST_P(EveryStrategy, GoesOnAlikeAfterSaveAndLoad) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Draw draw(seed);
    const Budget budget = draw_budget(draw);
    const std::vector<double> scores = draw_scores(draw, 2 + draw.below(4 * budget.period));
    const std::size_t cut = draw.below(scores.size());
    Fed whole(GetParam(), budget, seed);
    for (std::size_t t = 0; t < cut; ++t) whole.offer(scores[t]);
    Fed resumed = whole.reloaded(make_strategy({GetParam(), budget, seed + 1}));
    for (std::size_t t = cut; t < scores.size(); ++t) {
      ASSERT_EQ(resumed.offer(scores[t]), whole.offer(scores[t])) << "seed " << seed;
    }
    ASSERT_EQ(resumed.finish(), whole.finish()) << "seed " << seed;
    ASSERT_EQ(resumed.bytes(), whole.bytes()) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryStrategy, testing::Values(kRandom, kMemory, kExplorer),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

TEST(Memory, NamesTheBestScoreThatItDidNotAskAbout) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Draw draw(seed);
    const Budget budget = draw_budget(draw);
    Fed fed(kMemory, budget);
    const std::vector<double> scores = draw_scores(draw, budget.period);
    for (double score : scores) fed.offer(score);
    double refused = 0;
    for (std::size_t t = 0; t < scores.size(); ++t) {
      const auto& asked = fed.questions();
      if (std::ranges::find(asked, t, &Question::time) == asked.end()) {
        refused = std::max(refused, scores[t]);
      }
    }
    for (const Question& question : fed.questions()) {
      ASSERT_EQ(question.reason.threshold, refused) << "budget " << name(budget);
    }
  }
}

TEST(Explorer, NamesAScoreBelowTheOneItAskedAbout) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Draw draw(seed);
    const Budget budget = draw_budget(draw);
    Fed fed(kExplorer, budget);
    for (double score : draw_scores(draw, 3 * budget.period)) fed.offer(score);
    for (const Question& question : fed.questions()) {
      const double threshold = question.reason.threshold;
      ASSERT_GE(threshold, 0);
      // 0: any score would have passed.
      ASSERT_TRUE(threshold == 0 || threshold < question.reason.score) << "seed " << seed;
      const bool last = question.time % budget.period == budget.period - 1;
      ASSERT_TRUE(!last || threshold == 0) << "nothing is left to wait for";
    }
  }
}

TEST(Random, NamesNoScore) {
  Fed fed(kRandom, {2, 5});
  for (int t = 0; t < 5; ++t) fed.offer(0.5);
  ASSERT_EQ(fed.questions().size(), 2u);
  for (const Question& question : fed.questions()) {
    EXPECT_TRUE(std::isnan(question.reason.threshold));
  }
}

TEST(Memory, AsksAboutTheBestAtTheEndOfThePeriod) {
  Fed fed(kMemory, {2, 5});
  for (double score : {0.3, 0.9, 0.1, 0.5}) EXPECT_TRUE(fed.offer(score).empty());
  EXPECT_EQ(fed.offer(0.4), (Times{1, 3}));
}

TEST(Memory, AsksWhatItHoldsWhenTheStreamEndsEarly) {
  Fed fed(kMemory, {2, 5});
  for (double score : {0.3, 0.9, 0.1}) EXPECT_TRUE(fed.offer(score).empty());
  EXPECT_EQ(fed.finish(), (Times{0, 1}));
}

TEST(Memory, KeepsTheEarlierOfEqualScores) {
  Fed fed(kMemory, {1, 3});
  fed.offer(0.5);
  fed.offer(0.5);
  EXPECT_EQ(fed.offer(0.5), Times{0});
}

TEST(Explorer, TakesAnExactHalfForNo) {
  Fed fed(kExplorer, {1, 2});
  for (std::uint64_t t = 0; t < 100; t += 2) {
    EXPECT_TRUE(fed.offer(0.7).empty());
    EXPECT_EQ(fed.offer(0.7), Times{t + 1});
  }
}

// Summed in the other direction, so that a term is not lost beside a large sum.
double chance_of_fewer(std::uint64_t b, std::uint64_t trials, double success) {
  const auto n = static_cast<double>(trials);
  double sum = 0;
  for (std::uint64_t m = b; m-- > 0;) {
    const auto k = static_cast<double>(m);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                    k * std::log(success) + (n - k) * std::log1p(-success));
  }
  return sum;
}

TEST(Explorer, ALargeBudgetIsJudgedByTheMeanAndNearlyAsByTheSum) {
  for (const std::uint64_t trials : {4000U, 30000U}) {
    for (const std::uint64_t b : {1001U, 1500U, 3000U}) {
      for (double success = 0.01; success < 0.9; success += 0.0137) {
        const double chance = chance_of_fewer(b, trials, success);
        if (std::abs(chance - 0.5) < 0.02) continue;
        EXPECT_EQ(fewer_is_likely(b, trials, success), chance > 0.5) << b << ' ' << success;
      }
    }
  }
}

// A sum over every term would take years.
TEST(Explorer, AnyBudgetIsJudgedAtOnce) {
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 62;
  EXPECT_TRUE(fewer_is_likely(kHuge / 2, kHuge, 0.25));
  EXPECT_FALSE(fewer_is_likely(kHuge / 2, kHuge, 0.75));
}

TEST(Explorer, AsksNothingWhenAStreamEndsEarly) {
  Fed fed(kExplorer, {1, 100});
  fed.offer(0.5);
  EXPECT_TRUE(fed.finish().empty());
}

Times random_choices(Budget budget, std::uint64_t seed, std::size_t length) {
  Fed fed(kRandom, budget, seed);
  Times all;
  for (std::size_t t = 0; t < length; ++t) std::ranges::copy(fed.offer(0), std::back_inserter(all));
  return all;
}

TEST(Random, MakesTheSameChoicesFromTheSameSeed) {
  EXPECT_EQ(random_choices({3, 200}, 5, 2000), random_choices({3, 200}, 5, 2000));
  EXPECT_NE(random_choices({3, 200}, 5, 2000), random_choices({3, 200}, 6, 2000));
}

// Chi-square of the position in the period, 9 degrees of freedom: above 33.7 once in 10,000.
TEST(Random, ChoosesEveryPositionEquallyOften) {
  for (Budget budget : {Budget{1, 10}, Budget{3, 10}, Budget{9, 10}}) {
    const std::size_t periods = 5000;
    std::vector<double> seen(budget.period);
    for (std::uint64_t time : random_choices(budget, 1, periods * budget.period)) {
      seen[time % budget.period] += 1;
    }
    const double expected = static_cast<double>(periods * budget.questions) / 10;
    double chi_square = 0;
    for (double n : seen) chi_square += (n - expected) * (n - expected) / expected;
    EXPECT_LT(chi_square, 33.7) << "budget " << name(budget);
  }
}

}  // namespace
}  // namespace mpart
