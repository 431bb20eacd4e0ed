#include "cli/evaluation.hpp"

#include "cli/report.hpp"
#include "mpart/error.hpp"

namespace mpart {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void Evaluation::count(const Session& session, const Prediction& prediction,
                       const std::string& label) {
  ++samples;
  unknown += prediction.known ? 0 : 1;
  if (prediction.best == kNoClass) return;
  const bool right = session.learner().classes()[prediction.best] == label;
  (prediction.known ? correct : first_class) += right ? 1 : 0;
}

double Evaluation::accuracy() const { return share(correct, samples); }

double Evaluation::answered_share() const { return share(samples - unknown, samples); }

double Evaluation::accuracy_of_answered() const { return share(correct, samples - unknown); }

double Evaluation::unknown_share() const { return share(unknown, samples); }

double Evaluation::paper_accuracy() const { return share(correct + first_class, samples); }

std::string Evaluation::text() const {
  std::string text = percent(accuracy()) + " of " + grouped(samples);
  if (unknown == 0) return text;
  text += "; " + percent(answered_share()) + " answered";
  if (unknown < samples) text += ", " + percent(accuracy_of_answered()) + " of those right";
  return text;
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
