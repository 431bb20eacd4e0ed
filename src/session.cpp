#include "mpart/session.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mpart/error.hpp"

namespace mpart {

namespace {

constexpr std::uint64_t Counters::*kCounters[] = {
    &Counters::samples,         &Counters::coactivations, &Counters::clipped_values,
    &Counters::clipped_samples, &Counters::labels,        &Counters::skipped,
    &Counters::expired,         &Counters::refused};

Error refused(const LedgerEntry& asked, const char* wanted) {
  return {ErrorKind::kBadInput, "query " + std::to_string(asked.id) + " is " +
                                    name_of(asked.state) + " and cannot be " + wanted};
}

Error evicted(const LedgerEntry& asked) {
  return {ErrorKind::kBadInput,
          "query " + std::to_string(asked.id) + ": the node that held its label is gone"};
}

}  // namespace

Counters& Counters::operator+=(const Counters& other) {
  for (std::uint64_t Counters::*counter : kCounters) this->*counter += other.*counter;
  return *this;
}

Session::Session(const SessionOptions& options)
    : options_(options),
      learner_(make_learner(options.parameters, options.seed)),
      strategy_(make_strategy(options.strategy, options.budget, options.seed, learner_.get())) {}

const Step& Session::step(const Sample& sample, Oracle& oracle) {
  collect(oracle);
  learner_->observe(sample.values, step_.prediction);
  count(step_.prediction);
  ask(strategy_->offer(sample, step_.prediction), oracle);
  return step_;
}

const Step& Session::finish(Oracle& oracle) {
  step_.asked = 0;
  ask(strategy_->finish(), oracle);
  return step_;
}

void Session::count(const Prediction& prediction) {
  step_.time = counters_.samples++;
  step_.asked = 0;
  step_.quit = false;
  counters_.coactivations += prediction.coactivated;
  counters_.clipped_values += prediction.clipped;
  counters_.clipped_samples += prediction.clipped > 0 ? 1 : 0;
}

void Session::ask(std::span<const Question> questions, Oracle& oracle) {
  const QueryId first = ledger_.asked() + 1;
  // All are written down before the first is asked: none is lost if the oracle fails.
  for (const Question& question : questions) {
    make_room();
    ledger_.add(question, step_.time);
    ++step_.asked;
  }
  for (std::size_t i = 0; i < questions.size() && !step_.quit; ++i) {
    if (ledger_.find(first + i) == nullptr) continue;  // more questions than the ledger can hold
    learner_->predict(questions[i].sample.values, scratch_, guess_);
    apply(first + i, oracle.ask({first + i, questions[i], guess_, learner_->classes()}));
  }
}

// The ledger forgets its oldest question when it is full.
void Session::make_room() {
  const LedgerEntry* falling = ledger_.about_to_fall();
  if (falling != nullptr && falling->state == LedgerEntry::State::kOpen) ++counters_.expired;
}

void Session::collect(Oracle& oracle) {
  for (const LateAnswer& late : oracle.collect()) {
    try {
      apply(late.id, late.answer);
    } catch (const Error& error) {  // one wrong answer must not end the stream
      ++counters_.refused;
      oracle.refuse(late, error.what());
    }
  }
}

void Session::apply(QueryId id, const Answer& answer) {
  switch (answer.kind) {
    case Answer::Kind::kLabel:
      return teach(id, answer.label);
    case Answer::Kind::kSkip:
      return skip(id);
    case Answer::Kind::kWithdraw:
      return withdraw(id);
    case Answer::Kind::kLater:
      return;
    case Answer::Kind::kQuit:
      step_.quit = true;
      return;
  }
}

void Session::teach(QueryId id, std::string_view label) {
  if (label.empty()) throw Error(ErrorKind::kBadInput, "a label must not be empty");
  LedgerEntry& asked = entry(id);
  if (asked.state == LedgerEntry::State::kOpen) {
    asked.receipt = learner_->teach(asked.values, label);
    asked.values.clear();
  } else {
    if (asked.state == LedgerEntry::State::kLabelled) withdraw(id);
    if (asked.state != LedgerEntry::State::kWithdrawn) throw refused(asked, "labelled");
    if (!learner_->teach(asked.receipt.node, label, asked.receipt)) throw evicted(asked);
  }
  asked.state = LedgerEntry::State::kLabelled;
  ++counters_.labels;
}

void Session::skip(QueryId id) {
  LedgerEntry& asked = entry(id);
  if (asked.state == LedgerEntry::State::kSkipped) return;
  if (asked.state != LedgerEntry::State::kOpen) throw refused(asked, "skipped");
  asked.values.clear();
  asked.state = LedgerEntry::State::kSkipped;
  ++counters_.skipped;
}

void Session::withdraw(QueryId id) {
  LedgerEntry& asked = entry(id);
  if (asked.state == LedgerEntry::State::kWithdrawn) return;
  if (asked.state != LedgerEntry::State::kLabelled) throw refused(asked, "withdrawn");
  if (!learner_->withdraw(asked.receipt)) throw evicted(asked);
  asked.state = LedgerEntry::State::kWithdrawn;
  --counters_.labels;
}

void Session::cancel(QueryId id) {
  LedgerEntry& asked = entry(id);
  if (asked.state != LedgerEntry::State::kOpen) throw refused(asked, "cancelled");
  asked.values.clear();
  asked.state = LedgerEntry::State::kExpired;
  ++counters_.expired;
}

void Session::learn(const Sample& sample) {
  learner_->observe(sample.values, step_.prediction);
  count(step_.prediction);
}

Receipt Session::volunteer(std::span<const double> values, std::string_view label) {
  if (label.empty()) throw Error(ErrorKind::kBadInput, "a label must not be empty");
  const Receipt receipt = learner_->teach(values, label);
  ++counters_.labels;
  return receipt;
}

void Session::take_back(const Receipt& receipt) {
  learner_->withdraw(receipt);
  --counters_.labels;
}

void Session::check(QueryId id) const {
  if (ledger_.find(id) != nullptr) return;
  const bool asked = id >= 1 && id <= ledger_.asked();
  throw Error(ErrorKind::kBadInput,
              "query " + std::to_string(id) + (asked ? " has expired" : " was never asked"));
}

std::string_view Session::answer(const Prediction& prediction) const {
  return prediction.known ? std::string_view(learner_->classes()[prediction.best]) : "unknown";
}

void Session::save(Writer& writer, const SaveOptions& options) const {
  options_.parameters.save(writer);
  writer.u8(static_cast<std::uint8_t>(options_.strategy));
  writer.u64(options_.budget.questions);
  writer.u64(options_.budget.period);
  writer.u64(options_.seed);
  for (const std::uint64_t Counters::*counter : kCounters) writer.u64(counters_.*counter);
  learner_->save(writer, options);
  strategy_->save(writer, options);
  ledger_.save(writer, options);
}

void Session::save_questions(Writer& writer, QueryId first) const {
  const QueryId oldest = ledger_.asked() + 1 - ledger_.size();
  first = std::max(first, oldest);
  writer.u64(counters_.samples);
  writer.u64(first);
  writer.u64(ledger_.asked() + 1 - first);
  for (QueryId id = first; id <= ledger_.asked(); ++id) {
    mpart::save(writer, ledger_.at(id - oldest));
  }
  strategy_->save(writer, {});
}

void Session::load_questions(Reader& reader) {
  constexpr std::size_t kEntryBytes = 93;
  const std::uint64_t samples = reader.u64();
  const QueryId first = reader.u64();
  const std::size_t count = reader.count(kEntryBytes);
  for (QueryId id = first; id < first + count; ++id) {
    LedgerEntry asked;
    mpart::load(reader, asked);
    require(id <= ledger_.asked() + 1, "questions are missing");
    if (id <= ledger_.asked()) continue;
    learner_->observe(asked.values, guess_);  // so that its label will find a node
    make_room();
    ledger_.add(std::move(asked));
  }
  if (samples < counters_.samples) return;  // what is left of the budget is out of date
  counters_.samples = samples;
  strategy_ = make_strategy(options_.strategy, options_.budget, options_.seed, learner_.get());
  strategy_->load(reader);
}

Session Session::load(Reader& reader) {
  SessionOptions options;
  options.parameters = Parameters::load(reader);
  const std::uint8_t strategy = reader.u8();
  require(strategy <= static_cast<std::uint8_t>(StrategyKind::kCover), "no such strategy");
  options.strategy = static_cast<StrategyKind>(strategy);
  options.budget.questions = reader.u64();
  options.budget.period = reader.u64();
  options.seed = reader.u64();
  Session session(options);
  for (std::uint64_t Counters::*counter : kCounters) session.counters_.*counter = reader.u64();
  session.step_.time = session.counters_.samples - (session.counters_.samples > 0 ? 1 : 0);
  session.learner_->load(reader);
  session.strategy_->load(reader);
  session.ledger_.load(reader);
  for (std::size_t i = 0; i < session.ledger_.size(); ++i) {
    const LedgerEntry& asked = session.ledger_.at(i);
    require(asked.state != LedgerEntry::State::kLabelled ||
                asked.receipt.label < session.learner_->classes().size(),
            "an answer of no class");
    require(asked.values.size() ==
                (asked.state == LedgerEntry::State::kOpen ? session.learner_->width() : 0),
            "a question about something else");
  }
  return session;
}

}  // namespace mpart
