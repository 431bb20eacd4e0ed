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

// A question that is kept: all but its threshold.
inline constexpr std::size_t kQuestionBytes = 72;  // at least
void save_question(Writer& writer, const Question& question);
void load_question(Reader& reader, Question& question);

}  // namespace mpart
