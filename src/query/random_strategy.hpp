#pragma once

#include "query/period.hpp"
#include "util/random.hpp"

namespace mpart {

// Asks about B samples of each period, every choice of B as likely as any other.
class RandomStrategy : public Strategy {
 public:
  RandomStrategy(Budget budget, std::uint64_t seed) : period_(budget), random_(seed) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return {}; }
  Standing standing() const override { return period_.standing(); }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  Period period_;
  Random random_;
  Question question_;
};

}  // namespace mpart
