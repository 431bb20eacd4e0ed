#include "cli/evaluation.hpp"

#include "mpart/error.hpp"

namespace mpart {

void Evaluation::count(const Session& session, const Prediction& prediction,
                       const std::string& label) {
  ++samples;
  unknown += prediction.known ? 0 : 1;
  if (prediction.best == kNoClass) return;
  correct += session.learner().classes()[prediction.best] == label ? 1 : 0;
}

double Evaluation::accuracy() const {
  return samples == 0 ? 0 : static_cast<double>(correct) / static_cast<double>(samples);
}

double Evaluation::unknown_share() const {
  return samples == 0 ? 0 : static_cast<double>(unknown) / static_cast<double>(samples);
}

std::vector<Sample> read_test(Source& source, const std::string& name) {
  std::vector<Sample> samples;
  for (Sample sample; source.next(sample);) {
    if (!sample.label.empty()) samples.push_back(sample);
  }
  if (samples.empty()) throw invalid_data(name + ": no labelled sample to compare with");
  return samples;
}

Evaluation evaluate(const Session& session, std::span<const Sample> samples) {
  Scratch scratch;
  Prediction prediction;
  Evaluation evaluation;
  for (const Sample& sample : samples) {
    session.predict(sample, scratch, prediction);
    evaluation.count(session, prediction, sample.label);
  }
  return evaluation;
}

}  // namespace mpart
