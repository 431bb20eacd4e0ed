#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cli/evaluation.hpp"
#include "cli/reproduce/plan.hpp"
#include "mpart/oracle.hpp"
#include "mpart/sample.hpp"
#include "mpart/session.hpp"

namespace mpart::reproduce {

// A dataset as learners see it: a few values in [0,1].
struct Data {
  std::vector<Sample> stream;  // what the embedder has not seen
  std::vector<Sample> test;
};

// One run over a shuffled stream. Its number is the seed of everything: the order of the samples,
// the strategy, the learner. The same as mpart run --shuffle --seed N --limit SAMPLES.
class Trial {
 public:
  Trial(const Data& data, const Row& row, std::uint64_t number);

  std::size_t size() const { return order_.size(); }
  const Sample& sample(std::size_t i) const { return data_.stream[order_[i]]; }

  // Learns the samples before `end` that it has not seen yet; at the last one the stream is over.
  void advance(std::size_t end);

  // Answers the test part.
  Evaluation evaluate() const { return mpart::evaluate(session_, data_.test); }
  const Session& session() const { return session_; }

 private:
  const Data& data_;
  Session session_;
  ColumnOracle oracle_;
  std::vector<std::uint32_t> order_;
  std::size_t seen_ = 0;
};

// What a trial gave, in the order of measures(), then the accuracies of its learning curve, at
// equal distances.
using Measured = std::vector<double>;

// "accuracy" (in percent, an unknown counted as the class received first, as in the paper),
// "nodes", "seconds", ...
std::span<const std::string_view> measures();
std::size_t measure_index(std::string_view name);  // throws Error(kInvalidArgument)

Measured run_trial(const Data& data, const Row& row, std::uint64_t number);  // thread-safe

// The moment of a point of the learning curve, in samples; `point` is from 1.
std::size_t moment(const Row& row, std::size_t point);

}  // namespace mpart::reproduce
