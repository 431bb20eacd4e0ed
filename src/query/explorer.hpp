#pragma once

#include "query/period.hpp"

namespace mpart {

// Keeps no sample: asks at once when a sample's score is likely to be among the best of what is
// left of the period.
class ExplorerStrategy : public Strategy {
 public:
  explicit ExplorerStrategy(Budget budget) : period_(budget) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return {}; }
  Standing standing() const override { return period_.standing(); }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  void take_in(double score);
  double chance_of_better(double score) const;
  bool passes(double score) const;
  double threshold() const;

  Period period_;
  std::uint64_t seen_ = 0;  // n: scores since the last question
  double mean_ = 0;         // mu_n
  double variance_ = 0;     // sigma_n^2
  Question question_;
};

// P(fewer than b of `trials` independent trials succeed) > 0.5. Summed in log space: b may be
// hundreds and trials tens of thousands. REQUIRES: b > 0.
bool fewer_is_likely(std::uint64_t b, std::uint64_t trials, double success);

}  // namespace mpart
