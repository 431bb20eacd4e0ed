#include "query/random_strategy.hpp"

#include <algorithm>
#include <limits>

#include "query/question.hpp"

namespace mpart {

void RandomStrategy::draw_positions() {
  // Selection sampling (Knuth, Algorithm S): every set of B positions is as likely as any other.
  const Budget& budget = period_.budget();
  positions_.clear();
  for (std::uint64_t position = budget.period; positions_.size() < budget.questions; --position) {
    const std::uint64_t wanted = budget.questions - positions_.size();
    if (random_.below(position) < wanted) positions_.push_back(position);
  }
}

std::span<const Question> RandomStrategy::offer(const Sample& sample,
                                                const Prediction& prediction) {
  if (period_.advance()) draw_positions();
  if (positions_.empty() || positions_.back() != period_.position()) return {};
  positions_.pop_back();
  period_.spend();
  pose(question_, sample, prediction, period_.time(), std::numeric_limits<double>::quiet_NaN());
  return {&question_, 1};
}

void RandomStrategy::save(Writer& writer, const SaveOptions& /*options*/) const {
  period_.save(writer);
  for (const std::uint64_t word : random_.state()) writer.u64(word);
  writer.u64(positions_.size());
  for (const std::uint64_t position : positions_) writer.u64(position);
}

void RandomStrategy::load(Reader& reader) {
  period_.load(reader);
  std::array<std::uint64_t, 4> state{};
  for (std::uint64_t& word : state) word = reader.u64();
  random_.restore(state);
  positions_.resize(reader.count(sizeof(std::uint64_t)));
  for (std::uint64_t& position : positions_) position = reader.u64();
  require(
      positions_.size() <= period_.left() && std::is_sorted(positions_.rbegin(), positions_.rend()),
      "positions of questions out of order");
}

}  // namespace mpart
