#include "query/memory.hpp"

#include <algorithm>

#include "query/question.hpp"

namespace mpart {

namespace {

// Of equal scores the sample seen first is worth more, so that a later one must be better to push
// it out.
bool worth_more(const Question& a, const Question& b) {
  return a.reason.score != b.reason.score ? a.reason.score > b.reason.score : a.time < b.time;
}

}  // namespace

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
  const auto end = [this] { return slots_.begin() + static_cast<std::ptrdiff_t>(used_); };
  if (period_.left() == 0) return;  // finish() has asked, and the stream went on
  if (used_ == period_.left()) {
    const double lowest = slots_.front().reason.score;
    best_refused_ = std::max(best_refused_, std::min(lowest, prediction.score));
    if (prediction.score <= lowest) return;
    std::pop_heap(slots_.begin(), end(), worth_more);
    --used_;
  }
  if (slots_.size() == used_) slots_.emplace_back();
  pose(slots_[used_++], sample, prediction, period_.time(), 0);
  std::push_heap(slots_.begin(), end(), worth_more);
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
  require(used_ <= period_.left(), "more samples kept than may be asked");
  slots_.resize(used_);
  for (Question& question : slots_) load_question(reader, question);
  require(std::is_heap(slots_.begin(), slots_.end(), worth_more), "kept samples out of order");
}

}  // namespace mpart
