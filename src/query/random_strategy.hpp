#pragma once

#include <vector>

#include "query/period.hpp"
#include "util/random.hpp"

namespace mpart {

// Asks at B distinct positions of each period, drawn at its start.
class RandomStrategy : public Strategy {
 public:
  RandomStrategy(Budget budget, std::uint64_t seed) : period_(budget), random_(seed) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return {}; }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  void draw_positions();

  Period period_;
  Random random_;
  std::vector<std::uint64_t> positions_;  // still to come, the next one last
  Question question_;
};

}  // namespace mpart
