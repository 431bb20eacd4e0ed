#include "query/random_strategy.hpp"

#include <limits>

#include "query/question.hpp"

namespace mpart {

std::span<const Question> RandomStrategy::offer(const Sample& sample,
                                                const Prediction& prediction) {
  period_.advance();
  // Selection sampling (Knuth, Algorithm S): the same as drawing B positions when the period
  // begins, without having to keep them.
  const std::uint64_t samples_left = period_.to_come() + 1;
  if (random_.below(samples_left) >= period_.left()) return {};
  period_.spend();
  pose(question_, sample, prediction, period_.time(), std::numeric_limits<double>::quiet_NaN());
  return {&question_, 1};
}

void RandomStrategy::save(Writer& writer, const SaveOptions& /*options*/) const {
  period_.save(writer);
  for (const std::uint64_t word : random_.state()) writer.u64(word);
}

void RandomStrategy::load(Reader& reader) {
  period_.load(reader);
  std::array<std::uint64_t, 4> state{};
  for (std::uint64_t& word : state) word = reader.u64();
  require(state != std::array<std::uint64_t, 4>{}, "a generator that stands still");
  random_.restore(state);
}

}  // namespace mpart
