#include "persist/durable_session.hpp"

#include <algorithm>
#include <utility>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "wire/bytes.hpp"

namespace mpart {

namespace {

// The parts of a snapshot.
constexpr const char* kAnnotations = "annotations";
constexpr const char* kChanges = "changes";
constexpr const char* kRequests = "requests";

void write(Writer& writer, const Allowance& allowance) {
  writer.u64(allowance.budget.questions);
  writer.u64(allowance.budget.period);
  writer.u64(allowance.extra);
}

Allowance read_allowance(Reader& reader) {
  Allowance allowance;
  allowance.budget.questions = reader.u64();
  allowance.budget.period = reader.u64();
  allowance.extra = reader.u64();
  allowance.budget.check();
  require(allowance.extra <= Session::kMostExtra, "too many extra questions");
  return allowance;
}

}  // namespace

DurableSession::DurableSession(const StateStore& store, Session start, bool accept_damage)
    : session_(std::move(start)) {
  if (!store.damage().empty() && !accept_damage) {
    throw corrupt(store.damage().front());
  }
  notes_ = store.damage();
  const std::vector<StateStore::Snapshot> snapshots = store.snapshots();
  bool started = snapshots.empty();
  for (std::size_t i = 0; i < snapshots.size() && !started; ++i) {
    started = start_from(store, snapshots[i]);
  }
  if (!started && !accept_damage) throw corrupt(notes_.front());
  replay(store.events_after(through_));
}

DurableSession::DurableSession(Session start, std::span<const StateStore::Event> events)
    : session_(std::move(start)) {
  replay(events);
}

bool DurableSession::start_from(const StateStore& store, const StateStore::Snapshot& snapshot) {
  try {
    Session session = load_model(store.model_path(snapshot.generation));
    recovered_ = snapshot.parts;
    annotation_log_ = AnnotationLog::decode(recovered_part(kAnnotations), session);
    requests_ = RequestLog::decode(recovered_part(kRequests));
    const std::string changes = recovered_part(kChanges);
    changes_ = changes.empty() ? 0 : Reader(changes).u64();
    session_ = std::move(session);
  } catch (const Error& error) {
    notes_.emplace_back(error.what());
    return false;
  }
  through_ = snapshot.through;
  notes_.push_back("snapshot " + std::to_string(snapshot.generation) + " of " +
                   std::to_string(session_.counters().samples) + " samples");
  return true;
}

std::string DurableSession::recovered_part(const std::string& name) const {
  const auto found = recovered_.find(name);
  return found == recovered_.end() ? std::string() : found->second;
}

void DurableSession::replay(std::span<const StateStore::Event> events) {
  Replayed counts;
  for (const StateStore::Event& event : events) {
    through_ = event.number;
    try {
      replay(event, counts);
    } catch (const Error& error) {
      // As it was the first time: an answer to a question that was skipped, say.
      notes_.push_back("event " + std::to_string(event.number) + ": " + error.what());
    }
  }
  const auto note = [this](std::size_t count, const std::string& text) {
    if (count > 0) notes_.push_back(text + " that came after it");
  };
  note(counts.questions + counts.answers, std::to_string(counts.questions) +
                                              " times questions and " +
                                              std::to_string(counts.answers) + " answers");
  note(counts.annotations, std::to_string(counts.annotations) + " tasks and annotations");
  note(counts.taught, std::to_string(counts.taught) + " samples with a label");
  note(counts.budgets, std::to_string(counts.budgets) + " changes of the budget");
}

void DurableSession::replay(const StateStore::Event& event, Replayed& counts) {
  Reader reader(event.body);
  if (AnnotationEvent::is_one(event.kind)) {
    ++counts.annotations;
    annotation_log_.learn(AnnotationEvent::decode(event.kind, event.body), session_);
  } else if (event.kind == wire::kJournalAsked) {
    SessionAccess(session_).load_queries(reader);
    ++counts.questions;
  } else if (event.kind == wire::kJournalAskedWithin) {
    replay_asked(reader);
    ++counts.questions;
  } else if (event.kind == wire::kJournalBudget) {
    counts.budgets += replay_budget(reader) ? 1 : 0;
  } else if (event.kind == wire::kJournalTaught) {
    counts.taught += replay_taught(reader) ? 1 : 0;
  } else if (event.kind == wire::kJournalRequest) {
    auto [key, record] = RequestLog::decode_record(event.body);
    requests_.remember(key, std::move(record), RequestLog::system_seconds());
  } else {
    const auto code = static_cast<std::uint8_t>(event.kind - wire::kJournalAnswer);
    require(code < wire::kAnswerCodes, "no such event");
    const LateAnswer late = wire::read_answer(reader, code);
    ++counts.answers;
    session_.apply(late.id, late.answer);
    if (late.answer.kind == Answer::Kind::kLabel) replayed_labels_.push_back(late);
  }
}

// A snapshot that was made after a later change knows better what is left of the budget.
void DurableSession::replay_asked(Reader& reader) {
  const std::uint64_t change = reader.u64();
  const Allowance within = read_allowance(reader);
  if (change < changes_) return SessionAccess(session_).load_queries_alone(reader);
  changes_ = change;
  SessionAccess(session_).load_queries(reader, &within);
}

bool DurableSession::replay_budget(Reader& reader) {
  const std::uint64_t change = reader.u64();
  if (change <= changes_) return false;
  SessionAccess(session_).allow(read_allowance(reader));
  changes_ = change;
  return true;
}

bool DurableSession::replay_taught(Reader& reader) {
  const std::uint64_t change = reader.u64();
  if (change <= changes_) return false;
  Sample sample;
  sample.label = reader.text();
  sample.values = reader.sample();
  changes_ = change;
  SessionAccess(session_).learn(sample);
  SessionAccess(session_).teach(sample.values, sample.label);
  return true;
}

const Step& DurableSession::observe(const Sample& sample) {
  if (!sample.label.empty()) return observe_labelled(sample);
  SilentOracle nobody;
  const Step& step = session_.step(sample, nobody);
  if (!step.queries.empty()) {
    Writer writer;
    writer.u64(changes_);
    write(writer, SessionAccess(session_).allowance());
    SessionAccess::save_queries(session_, writer, step.queries.front());
    batch_.events.push_back({0, wire::kJournalAskedWithin, writer.bytes()});
    batch_.questions.insert(batch_.questions.end(), step.queries.begin(), step.queries.end());
  }
  return step;
}

const Step& DurableSession::observe_labelled(const Sample& sample) {
  const Step& step = SessionAccess(session_).learn(sample);
  batch_.taught.push_back(SessionAccess(session_).teach(sample.values, sample.label));
  Writer writer;
  writer.u64(++changes_);
  writer.text(sample.label);
  writer.f64s(sample.values);
  batch_.events.push_back({0, wire::kJournalTaught, writer.bytes()});
  return step;
}

void DurableSession::set_budget(Budget budget) {
  const Budget before = session_.options().budget;
  session_.set_budget(budget);
  if (budget == before) return;
  if (!batch_.budget_before) batch_.budget_before = before;
  batch_.budget_after = budget;
  write_budget();
}

void DurableSession::add_questions(std::uint64_t count) {
  if (count == 0) return;
  session_.add_questions(count);
  batch_.extra += count;
  write_budget();
}

void DurableSession::write_budget() {
  Writer writer;
  writer.u64(++changes_);
  write(writer, SessionAccess(session_).allowance());
  batch_.events.push_back({0, wire::kJournalBudget, writer.bytes()});
}

void DurableSession::answer(QueryId id, Answer answer) {
  SessionAccess(session_).require_query(id);
  const LateAnswer& late = batch_.answers.emplace_back(LateAnswer{id, std::move(answer)});
  Writer writer;
  wire::write_answer(writer, late);
  const int kind = wire::kJournalAnswer + wire::code_of(late.answer.kind);
  batch_.events.push_back({0, static_cast<std::uint8_t>(kind), writer.bytes()});
}

void DurableSession::teach(const AnnotationEvent& event) {
  if (!annotation_log_.is_news(event)) return;
  batch_.events.push_back({0, static_cast<std::uint8_t>(event.kind), event.encode()});
  batch_.has_annotations = true;
}

void DurableSession::remember(const std::string& key, RequestLog::Record record, bool journalled) {
  record.written = !journalled;
  if (journalled) {
    batch_.events.push_back({0, wire::kJournalRequest, RequestLog::encode_record(key, record)});
    batch_.requests.push_back(key);
  }
  requests_.remember(key, std::move(record), RequestLog::system_seconds());
}

// Numbers are given here, not when things happen: what is lost must not leave a gap.
DurableSession::Batch DurableSession::take(std::uint64_t last_event) {
  for (StateStore::Event& event : batch_.events) event.number = ++last_event;
  return std::exchange(batch_, {});
}

std::map<std::size_t, std::string> DurableSession::done(const Batch& batch) {
  std::map<std::size_t, std::string> refused;
  std::size_t answer = 0;
  for (const StateStore::Event& event : batch.events) {  // in their order, as when replayed
    const bool is_annotation = AnnotationEvent::is_one(event.kind);
    const bool is_answer = event.kind >= wire::kJournalAnswer &&
                           event.kind < wire::kJournalAnswer + wire::kAnswerCodes;
    try {
      if (is_annotation) {
        annotation_log_.learn(AnnotationEvent::decode(event.kind, event.body), session_);
      } else if (is_answer) {
        session_.apply(batch.answers[answer].id, batch.answers[answer].answer);
      }
    } catch (const Error& error) {
      if (is_answer) refused[answer] = error.what();
    }
    if (is_answer) ++answer;
  }
  for (const std::string& key : batch.requests) requests_.settle(key);
  if (!batch.empty()) through_ = batch.events.back().number;
  return refused;
}

void DurableSession::lost(const Batch& batch) {
  SessionAccess access(session_);
  for (const QueryId id : batch.questions) access.expire(id);
  for (const Receipt& receipt : batch.taught) access.withdraw(receipt);
  for (const std::string& key : batch.requests) requests_.forget(key);
  Allowance allowed = access.allowance();
  if (batch.budget_before && allowed.budget == batch.budget_after) {
    allowed.budget = *batch.budget_before;
  }
  allowed.extra -= std::min(allowed.extra, batch.extra);
  if (!batch.budget_before && batch.extra == 0) return;
  // Questions that were asked since are written with the budget that is now taken back.
  access.allow(allowed);
  write_budget();
}

std::string DurableSession::encode() const { return encode_model(session_); }

StateStore::Parts DurableSession::parts() const {
  StateStore::Parts parts;
  parts[kAnnotations] = annotation_log_.encode();
  parts[kRequests] = requests_.encode();
  Writer changes;
  changes.u64(changes_);
  parts[kChanges] = changes.bytes();
  return parts;
}

}  // namespace mpart
