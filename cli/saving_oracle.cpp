#include "cli/saving_oracle.hpp"

namespace mpart {

Answer SavingOracle::ask(const Query& query) {
  save_answers();
  Answer answer = oracle_.ask(query);
  session_.collect(oracle_);  // what was taken back while the question was shown
  unsaved_ = true;
  return answer;
}

void SavingOracle::save_answers() {
  if (!unsaved_) return;
  const Clock::time_point now = Clock::now();
  if (saved_ != Clock::time_point::min() && now - saved_ < interval_) return;
  save_();
  saved_ = Clock::now();
  unsaved_ = false;
}

bool ask_open_queries(Session& session, Oracle& oracle) {
  const Ledger& ledger = session.ledger();
  Scratch scratch;
  Prediction guess;
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const LedgerEntry& entry = ledger.at(i);
    if (entry.state != LedgerEntry::State::kOpen) continue;
    Question question;
    question.sample.id = entry.name;
    question.sample.row = entry.row;
    question.sample.values = entry.values;
    question.time = entry.time;
    question.reason = entry.reason;
    session.learner().predict(question.sample.values, scratch, guess);
    const Answer answer = oracle.ask(
        {entry.id, question, guess, session.learner().classes(), session.options().strategy});
    session.apply(entry.id, answer);
    if (answer.kind == Answer::Kind::kQuit) return false;
  }
  return true;
}

}  // namespace mpart
