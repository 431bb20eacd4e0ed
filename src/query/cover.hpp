#pragma once

#include <vector>

#include "query/period.hpp"

namespace mpart {

// Asks, at the end of each period, about the nodes that the learner nominates, and about no node
// twice until all have been asked about. Of the samples that a node has won it keeps one to ask
// about, the most typical: that nearest (L1) to their mean.
class CoverStrategy : public Strategy {
 public:
  CoverStrategy(Budget budget, const Learner& learner) : period_(budget), learner_(learner) {}

  std::span<const Question> offer(const Sample& sample, const Prediction& prediction) override;
  std::span<const Question> finish() override { return ask(); }
  Standing standing() const override { return period_.standing(); }
  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  struct Node {
    bool asked = false;
    std::uint64_t wins = 0;
    std::vector<double> mean;  // of the samples won
    Question typical;          // without values: none is kept
  };

  void keep(const Sample& sample, const Prediction& prediction);
  std::span<const Question> ask();

  Period period_;
  const Learner& learner_;
  std::vector<Node> nodes_;
  std::vector<bool> waiting_;  // by node: there is no sample to ask about
  std::vector<Question> asked_;
};

}  // namespace mpart
