#pragma once

#include "mpart/strategy.hpp"

namespace mpart {

// Fills a question in place, so that its buffers are used again.
inline void pose(Question& question, const Sample& sample, const Prediction& prediction,
                 std::uint64_t time, double threshold) {
  question.sample = sample;
  question.time = time;
  question.reason = {prediction.epistemic, prediction.aleatoric, prediction.density,
                     prediction.score, threshold};
}

}  // namespace mpart
