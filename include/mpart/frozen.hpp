#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpart/prediction.hpp"
#include "mpart/scratch.hpp"

namespace mpart {

// What a learner knew at one moment. The answer of every node has been worked out, so a prediction
// is a search for the winner and nothing more.
//
// Thread safety: it never changes and shares nothing with the learner. Any number of threads may
// predict with it at once, each with its own Scratch and Prediction, while the learner goes on.
class Frozen {
 public:
  Frozen() = default;
  Frozen(const Frozen&) = delete;
  Frozen& operator=(const Frozen&) = delete;
  virtual ~Frozen() = default;

  virtual std::size_t width() const = 0;  // features of a sample; 0 if the learner was empty
  virtual const std::vector<std::string>& classes() const = 0;

  // Predicts as Learner::predict() did at that moment, and throws as it does.
  virtual void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const = 0;

  // Predicts many samples, rows [out.size()][width], in several threads; 0: one for each core.
  // Throws Error(kInvalidData) that names a bad row, counted from 1; `out` is undefined then.
  void predict_all(std::span<const double> rows, std::span<Prediction> out,
                   std::size_t threads = 0) const;
};

// A learner that can make a frozen copy of itself. mpart and plus can.
class Freezable {
 public:
  Freezable() = default;
  Freezable(const Freezable&) = delete;
  Freezable& operator=(const Freezable&) = delete;
  virtual ~Freezable() = default;

  virtual std::unique_ptr<const Frozen> freeze() const = 0;
};

}  // namespace mpart
