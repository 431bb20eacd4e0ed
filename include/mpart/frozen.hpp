#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mpart/learner.hpp"
#include "mpart/prediction.hpp"

namespace mpart {

// What a learner knew at one moment, by Learner::freeze(). The answer of every node has been worked
// out, so a prediction is a search for the winner and nothing more.
// Thread safety: it never changes and shares nothing with the learner. Any number of threads may
// predict with it at once, each with its own Scratch and Prediction, while the learner goes on.
class Frozen {
 public:
  virtual ~Frozen() = default;

  virtual std::size_t width() const = 0;  // features of a sample; 0 if the learner was empty
  virtual const std::vector<std::string>& classes() const = 0;

  // What Learner::predict() said at that moment. Throws as it does.
  virtual void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const = 0;

  // Predicts many samples, rows [out.size()][width], in several threads; 0: one for each core.
  // Throws Error(kBadInput) naming a bad row, counted from 1; what `out` holds then is undefined.
  void predict_all(std::span<const double> rows, std::span<Prediction> out,
                   std::size_t threads = 0) const;
};

}  // namespace mpart
