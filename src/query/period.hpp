#pragma once

#include <cstdint>

#include "mpart/archive.hpp"
#include "mpart/strategy.hpp"

namespace mpart {

// Where the stream stands in the present budget period, and what is left of its questions.
class Period {
 public:
  explicit Period(Budget budget) : budget_(budget), left_(budget.questions) { budget.check(); }

  // One more sample; true if it opens a new period. The budget is then whole again.
  bool advance();

  std::uint64_t time() const { return time_; }  // t of the sample, from 0
  std::uint64_t left() const { return left_; }  // b
  std::uint64_t extra() const { return extra_; }
  std::uint64_t all_left() const { return left_ + extra_; }
  bool may_ask() const { return (left_ | extra_) != 0; }
  std::uint64_t length() const { return budget_.period; }
  std::uint64_t to_come() const { return budget_.period - position_; }
  bool at_end() const { return position_ == budget_.period; }
  BudgetStatus status() const { return {left_, position_, extra_}; }

  // Takes from the period's own queries first, as those are lost with the period. Throws
  // Error(kInternal) rather than exceed the budget.
  void spend();
  void spend_extra();

  // The place in the period stays, or becomes its last but one sample if the new period is shorter:
  // what a strategy asks at the end of a period is still asked.
  void set_budget(Budget budget);
  void add(std::uint64_t extra) { extra_ += extra; }

  // All but what is extra: a session keeps that.
  void save(Writer& writer) const;
  void load(Reader& reader);

 private:
  Budget budget_;
  std::uint64_t left_;
  std::uint64_t position_ = 0;
  std::uint64_t extra_ = 0;
  std::uint64_t time_ = ~std::uint64_t{0};  // the first advance() makes it 0
};

// A strategy whose budget is counted by periods.
class PeriodStrategy : public Strategy {
 public:
  explicit PeriodStrategy(Budget budget) : period_(budget) {}
  BudgetStatus budget_status() const override { return period_.status(); }
  void set_budget(Budget budget) override { period_.set_budget(budget); }
  void add_questions(std::uint64_t count) override { period_.add(count); }

 protected:
  Period period_;
};

// Fills a question in place, so that its buffers are used again.
inline void pose(Question& question, const Sample& sample, const Prediction& prediction,
                 std::uint64_t time, double threshold) {
  question.sample = sample;
  question.time = time;
  question.reason = {prediction.epistemic, prediction.aleatoric, prediction.density,
                     prediction.score, threshold};
}

// A question that is kept: all but its threshold.
inline constexpr std::size_t kQuestionBytes = 72;  // at least
void save_question(Writer& writer, const Question& question);
void load_question(Reader& reader, Question& question);

}  // namespace mpart
