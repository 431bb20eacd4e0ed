#include <algorithm>
#include <vector>

#include "query/period.hpp"
#include "query/strategies.hpp"

namespace mpart {

namespace {

// Of equal scores the sample seen first is worth more, so that a later one must be better to push
// it out.
bool worth_more(const Question& a, const Question& b) {
  return a.reason.score != b.reason.score ? a.reason.score > b.reason.score : a.time < b.time;
}

// Keeps the B samples of the period with the highest scores and asks about them at its end.
class MemoryStrategy : public PeriodStrategy {
 public:
  using PeriodStrategy::PeriodStrategy;

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override;
  void set_budget(Budget budget) override;
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  void consider(const Sample& sample, const Prediction& prediction);
  void drop_lowest();
  auto end() { return slots_.begin() + static_cast<std::ptrdiff_t>(used_); }
  std::span<const Question> ask_all();

  std::vector<Question> slots_;  // the first used_ of them, a heap with the lowest score in front
  std::size_t used_ = 0;
  double best_refused_ = 0;  // the highest score of the period that is not kept
};

std::span<const Question> MemoryStrategy::offer(const Sample& sample,
                                                const Prediction& prediction) {
  if (period_.advance()) {
    used_ = 0;
    best_refused_ = 0;
  }
  consider(sample, prediction);
  return period_.at_end() ? ask_all() : std::span<const Question>();
}

void MemoryStrategy::consider(const Sample& sample, const Prediction& prediction) {
  if (!period_.may_ask()) return;  // finish() has asked, and the stream went on
  if (used_ == period_.all_left()) {
    const double lowest = slots_.front().reason.score;
    best_refused_ = std::max(best_refused_, std::min(lowest, prediction.score));
    if (prediction.score <= lowest) return;
    drop_lowest();
  }
  if (slots_.size() == used_) slots_.emplace_back();
  pose(slots_[used_++], sample, prediction, period_.time(), 0);
  std::push_heap(slots_.begin(), end(), worth_more);
}

void MemoryStrategy::drop_lowest() {
  std::pop_heap(slots_.begin(), end(), worth_more);
  --used_;
}

void MemoryStrategy::set_budget(Budget budget) {
  period_.set_budget(budget);
  while (used_ > period_.all_left()) {
    best_refused_ = std::max(best_refused_, slots_.front().reason.score);
    drop_lowest();
  }
}

std::span<const Question> MemoryStrategy::ask_all() {
  const std::span<Question> kept(slots_.data(), used_);
  std::sort(kept.begin(), kept.end(),
            [](const Question& a, const Question& b) { return a.time < b.time; });
  for (Question& question : kept) {
    question.reason.threshold = best_refused_;
    period_.spend();
  }
  used_ = 0;
  return kept;
}

std::span<const Question> MemoryStrategy::finish() { return ask_all(); }

void MemoryStrategy::save(Writer& writer, const SaveOptions& options) const {
  period_.save(writer);
  writer.f64(best_refused_);
  const std::size_t written = options.min_count > 1 ? 0 : used_;
  writer.u64(written);
  for (std::size_t i = 0; i < written; ++i) save_question(writer, slots_[i]);
}

void MemoryStrategy::load(Reader& reader) {
  period_.load(reader);
  best_refused_ = reader.finite();
  used_ = reader.count(kQuestionBytes);
  require(used_ <= period_.all_left(), "more kept samples than the budget allows");
  slots_.resize(used_);
  for (Question& question : slots_) load_question(reader, question);
  require(std::is_heap(slots_.begin(), slots_.end(), worth_more), "kept samples out of order");
}

}  // namespace

std::unique_ptr<Strategy> make_memory(Budget budget) {
  return std::make_unique<MemoryStrategy>(budget);
}

}  // namespace mpart
