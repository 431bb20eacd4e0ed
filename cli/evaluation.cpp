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

TestSet::TestSet(Source& source, const std::string& name) {
  Sample sample;
  while (source.next(sample)) {
    if (sample.label.empty()) {
      ++unlabelled_;
    } else {
      samples_.push_back(sample);
    }
  }
  if (samples_.empty()) {
    throw Error(ErrorKind::kBadInput, name + ": no labelled sample to compare with");
  }
}

Evaluation TestSet::evaluate(const Session& session) {
  Evaluation evaluation;
  for (const Sample& sample : samples_) {
    session.predict(sample, scratch_, prediction_);
    evaluation.count(session, prediction_, sample.label);
  }
  return evaluation;
}

}  // namespace mpart
