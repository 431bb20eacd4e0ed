#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "mpart/strategy.hpp"
#include "reference/streams.hpp"

namespace mpart {

using reference::Draw;
using Times = std::vector<std::uint64_t>;

inline std::string name(Budget budget) {
  return std::to_string(budget.questions) + "/" + std::to_string(budget.period);
}

// A strategy fed with scores alone; every question is checked against the sample it is about.
class Fed {
 public:
  Fed(StrategyKind kind, Budget budget, std::uint64_t seed = 0)
      : Fed(make_strategy({kind, budget, seed})) {}

  Times offer(double score) {
    Sample sample;
    sample.row = scores_.size() + 10;
    sample.id = std::to_string(scores_.size());
    sample.values = {score};
    sample.label = "label";
    Prediction prediction;
    prediction.score = score;
    prediction.epistemic = score + 1;
    prediction.aleatoric = score + 2;
    prediction.density = score + 3;
    scores_.push_back(score);
    return check(strategy_->offer(sample, prediction));
  }

  Times finish() { return check(strategy_->finish()); }

  const std::vector<Question>& questions() const { return questions_; }

  std::string bytes() const {
    Writer writer;
    strategy_->save(writer, {});
    return writer.bytes();
  }

  // The same, with what was saved loaded into a new strategy.
  Fed reloaded(std::unique_ptr<Strategy> strategy) const {
    const std::string saved = bytes();
    Reader reader(saved);
    strategy->load(reader);
    EXPECT_TRUE(reader.done());
    Fed copy(std::move(strategy));
    copy.scores_ = scores_;
    return copy;
  }

 private:
  explicit Fed(std::unique_ptr<Strategy> strategy) : strategy_(std::move(strategy)) {}

  Times check(std::span<const Question> asked) {
    Times times;
    for (const Question& question : asked) {
      times.push_back(question.time);
      questions_.push_back(question);
      const double score = scores_.at(question.time);
      EXPECT_EQ(question.sample.id, std::to_string(question.time));
      EXPECT_EQ(question.sample.row, question.time + 10);
      EXPECT_EQ(question.sample.values, std::vector<double>{score});
      EXPECT_EQ(question.sample.label, "label");
      EXPECT_EQ(question.reason.score, score);
      EXPECT_EQ(question.reason.epistemic, score + 1);
      EXPECT_EQ(question.reason.aleatoric, score + 2);
      EXPECT_EQ(question.reason.density, score + 3);
    }
    std::ranges::sort(times);
    return times;
  }

  std::unique_ptr<Strategy> strategy_;
  std::vector<double> scores_;
  std::vector<Question> questions_;
};

// Score streams of the sorts that learners give: noise, a few levels (so ties), one level only,
// a slow fall, a rare high peak.
inline std::vector<double> draw_scores(Draw& draw, std::size_t length) {
  const std::size_t sort = draw.below(5);
  const double level = draw.of({0.0, 0.006999766675999622, 0.1, 0.7, 1.0});
  std::vector<double> scores;
  for (std::size_t t = 0; t < length; ++t) {
    const double noise = draw.uniform();
    switch (sort) {
      case 0:
        scores.push_back(noise);
        break;
      case 1:
        scores.push_back(level * std::floor(4 * noise) / 4);
        break;
      case 2:
        scores.push_back(level);
        break;
      case 3:
        scores.push_back((level + 0.1 * noise) * 50 / (50 + static_cast<double>(t)));
        break;
      default:
        scores.push_back(noise < 0.02 ? 1 : 0.1 * noise);
    }
  }
  return scores;
}

inline Budget draw_budget(Draw& draw) {
  if (draw.chance(0.3)) {
    const std::size_t period = 1 + draw.below(60);
    return {1 + draw.below(period), period};
  }
  return draw.of<Budget>({{1, 1}, {1, 2}, {2, 4}, {5, 5}, {5, 9}, {1, 20}, {3, 200}});
}

}  // namespace mpart
