#include "query/question.hpp"

namespace mpart {

void save_question(Writer& writer, const Question& question) {
  writer.text(question.sample.id);
  writer.u64(question.sample.row);
  writer.f64s(question.sample.values);
  writer.text(question.sample.label);
  writer.u64(question.time);
  const Reason& reason = question.reason;
  for (const double figure : {reason.epistemic, reason.aleatoric, reason.density, reason.score}) {
    writer.f64(figure);
  }
}

void load_question(Reader& reader, Question& question) {
  question.sample.id = reader.text();
  question.sample.row = reader.u64();
  question.sample.values = reader.f64s();
  question.sample.label = reader.text();
  question.time = reader.u64();
  Reason& reason = question.reason;
  for (double* figure : {&reason.epistemic, &reason.aleatoric, &reason.density, &reason.score}) {
    *figure = reader.finite();
  }
}

}  // namespace mpart
