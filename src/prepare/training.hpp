#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "prepare/curve_fit.hpp"
#include "prepare/edge_batches.hpp"
#include "prepare/encoder.hpp"
#include "prepare/fuzzy_set.hpp"
#include "prepare/matrix.hpp"

namespace mpart::embed {

struct TrainingOptions {
  std::size_t dims = 4;
  std::size_t epochs = 50;  // an epoch draws every edge once, with its weight as the probability
  NetworkKind network = NetworkKind::kMlp;
  double learning_rate = 1e-3;  // of Adam, at the start; falls to 0 in a straight line
  BatchOptions batch;
  std::uint64_t seed = 0;
  std::size_t threads = 0;  // 0: one a core, four at most; the result does not depend on it

  void check() const;  // throws Error(kInvalidArgument) naming the option and its range
};

// Where training stands, after every batch.
struct Progress {
  std::size_t epoch = 0;  // finished ones
  std::size_t epochs = 0;
  double share = 0;    // of all the work, 0 to 1
  double loss = 0;     // mean of the epoch under way, or of the last one at its end
  double seconds = 0;  // since the start of training

  double seconds_left() const { return share > 0 ? seconds * (1 - share) / share : 0; }
};

// False: stop now and keep the best so far.
using ProgressCallback = std::function<bool(const Progress&)>;

struct Trained {
  Encoder encoder;         // of the epoch with the lowest loss; output not scaled
  double loss = 0;         // of that epoch
  std::size_t epochs = 0;  // finished ones
};

// Fits an encoder to the fuzzy set of `rows` by the cross-entropy of pair_loss().
// The same arguments give the same encoder on the same machine.
Trained train(const Matrix& rows, std::span<const FuzzyEdge> edges, const Curve& curve,
              const TrainingOptions& options, const ProgressCallback& callback = {});

}  // namespace mpart::embed
