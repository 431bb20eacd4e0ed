#include <algorithm>
#include <string>

#include "mpart/error.hpp"
#include "query/period.hpp"

namespace mpart {

void Budget::check() const {
  if (questions >= 1 && questions <= period) return;
  throw invalid_argument("budget " + text() +
                         " must be at least 1 query and at most one for each sample");
}

std::string Budget::text() const {
  return std::to_string(questions) + "/" + std::to_string(period);
}

void Strategy::set_budget(Budget /*budget*/) {
  throw unsupported("this strategy cannot change its budget");
}

void Strategy::add_questions(std::uint64_t /*count*/) {
  throw unsupported("this strategy takes no extra questions");
}

bool Period::advance() {
  ++time_;
  const bool opens = position_ == 0 || at_end();
  if (opens) {
    position_ = 0;
    left_ = budget_.questions;
  }
  ++position_;
  return opens;
}

void Period::spend() {
  if (left_ == 0) return spend_extra();
  --left_;
}

void Period::spend_extra() {
  if (extra_ == 0) throw internal_error("a strategy would exceed its budget");
  --extra_;
}

void Period::set_budget(Budget budget) {
  budget.check();
  const std::uint64_t asked = budget_.questions - left_;
  left_ = budget.questions - std::min(budget.questions, asked);
  position_ = std::min(position_, budget.period - 1);
  budget_ = budget;
}

void Period::save(Writer& writer) const {
  writer.u64(left_);
  writer.u64(position_);
  writer.u64(time_);
}

void Period::load(Reader& reader) {
  left_ = reader.u64();
  position_ = reader.u64();
  time_ = reader.u64();
  require(left_ <= budget_.questions && position_ <= budget_.period,
          "a budget status beyond the budget");
}

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
  question.sample.values = reader.sample();
  question.sample.label = reader.text();
  question.time = reader.u64();
  Reason& reason = question.reason;
  for (double* figure : {&reason.epistemic, &reason.aleatoric, &reason.density, &reason.score}) {
    *figure = reader.finite();
  }
}

}  // namespace mpart
