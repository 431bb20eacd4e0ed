#include <limits>

#include "query/period.hpp"
#include "query/strategies.hpp"
#include "util/random.hpp"

namespace mpart {

namespace {

// Asks about B samples of each period, every choice of B as likely as any other.
class RandomStrategy : public PeriodStrategy {
 public:
  RandomStrategy(Budget budget, std::uint64_t seed) : PeriodStrategy(budget), random_(seed) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return {}; }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  Random random_;
  Question question_;
};

std::span<const Question> RandomStrategy::offer(const Sample& sample,
                                                const Prediction& prediction) {
  period_.advance();
  // Selection sampling (Knuth, Algorithm S): the same as drawing B positions when the period
  // begins, without having to keep them.
  const std::uint64_t samples_left = period_.to_come() + 1;
  if (random_.below(samples_left) < period_.left()) {
    period_.spend();
  } else if (period_.extra() > 0 && random_.below(period_.length()) < period_.extra()) {
    period_.spend_extra();  // spread over a period or so
  } else {
    return {};
  }
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
  require(state != std::array<std::uint64_t, 4>{}, "a random generator in an invalid state");
  random_.restore(state);
}

}  // namespace

std::unique_ptr<Strategy> make_random(Budget budget, std::uint64_t seed) {
  return std::make_unique<RandomStrategy>(budget, seed);
}

}  // namespace mpart
