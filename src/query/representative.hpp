#pragma once

#include <vector>

#include "query/period.hpp"

namespace mpart {

// Asks, at the end of each period, about the nodes that the learner nominates: for each, about the
// last sample that it won. It keeps that sample for every node. A learner that nominates none is
// not asked for any.
class RepresentativeStrategy : public Strategy {
 public:
  RepresentativeStrategy(Budget budget, const Learner& learner)
      : period_(budget), learner_(learner) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return ask(); }
  Standing standing() const override { return period_.standing(); }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  std::span<const Question> ask();

  Period period_;
  const Learner& learner_;
  std::vector<Question> last_won_;  // by node
  std::vector<Question> asked_;
};

}  // namespace mpart
