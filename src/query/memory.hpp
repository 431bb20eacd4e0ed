#pragma once

#include <vector>

#include "query/period.hpp"

namespace mpart {

// Keeps the B samples of the period with the highest scores and asks about them at its end.
class MemoryStrategy : public Strategy {
 public:
  explicit MemoryStrategy(Budget budget) : period_(budget) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override;
  Standing standing() const override { return period_.standing(); }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  void consider(const Sample& sample, const Prediction& prediction);
  std::span<const Question> ask_all();

  Period period_;
  std::vector<Question> slots_;  // the first used_ of them, a heap with the lowest score in front
  std::size_t used_ = 0;
  double best_refused_ = 0;  // the highest score of the period that is not kept
};

}  // namespace mpart
