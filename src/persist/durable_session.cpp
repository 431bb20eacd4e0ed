#include "persist/durable_session.hpp"

#include <utility>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"

namespace mpart {

namespace {

enum EventKind : std::uint8_t { kAsked = 1, kLabelled = 2, kSkipped = 3, kWithdrawn = 4 };

class AnswersLater : public Oracle {
 public:
  Answer ask(const Query& /*query*/) override { return {}; }
};

EventKind kind_of(const Answer& answer) {
  if (answer.kind == Answer::Kind::kLabel) return kLabelled;
  return answer.kind == Answer::Kind::kSkip ? kSkipped : kWithdrawn;
}

std::string body_of(QueryId id, const Answer& answer) {
  Writer writer;
  writer.u64(id);
  writer.text(answer.label);
  return writer.bytes();
}

}  // namespace

DurableSession::DurableSession(const StateStore& store, Session start, bool accept_damage)
    : session_(std::move(start)) {
  if (!store.damage().empty() && !accept_damage) {
    throw Error(ErrorKind::kBadInput, store.damage().front());
  }
  notes_ = store.damage();
  const std::vector<StateStore::Snapshot> snapshots = store.snapshots();
  bool started = snapshots.empty();
  for (std::size_t i = 0; i < snapshots.size() && !started; ++i) {
    started = start_from(store, snapshots[i]);
  }
  if (!started && !accept_damage) throw Error(ErrorKind::kBadInput, notes_.front());
  replay(store);
}

bool DurableSession::start_from(const StateStore& store, const StateStore::Snapshot& snapshot) {
  try {
    Session session = load_model(store.model_path(snapshot.generation));
    lessons_ = Lessons::decode(snapshot.beside, session);
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

void DurableSession::replay(const StateStore& store) {
  std::size_t questions = 0;
  std::size_t answers = 0;
  std::size_t lessons = 0;
  for (const StateStore::Event& event : store.events_after(through_)) {
    through_ = event.number;
    try {
      if (Lesson::is_one(event.kind)) {
        ++lessons;
        lessons_.learn(Lesson::decode(event.kind, event.body), session_);
        continue;
      }
      const std::optional<LateAnswer> late = replay(event);
      ++(late ? answers : questions);
      if (late) session_.apply(late->id, late->answer);
    } catch (const Error& error) {
      // As it was the first time: an answer to a question that was skipped, say.
      notes_.push_back("event " + std::to_string(event.number) + ": " + error.what());
    }
  }
  if (questions + answers > 0) {
    notes_.push_back(std::to_string(questions) + " times questions and " + std::to_string(answers) +
                     " answers that came after it");
  }
  if (lessons > 0) {
    notes_.push_back(std::to_string(lessons) + " tasks and annotations that came after it");
  }
}

std::optional<LateAnswer> DurableSession::replay(const StateStore::Event& event) {
  Reader reader(event.body);
  if (event.kind == kAsked) {
    session_.load_questions(reader);
    return std::nullopt;
  }
  LateAnswer late;
  late.id = reader.u64();
  late.answer.label = reader.text();
  late.answer.kind = event.kind == kLabelled  ? Answer::Kind::kLabel
                     : event.kind == kSkipped ? Answer::Kind::kSkip
                                              : Answer::Kind::kWithdraw;
  return late;
}

const Step& DurableSession::observe(const Sample& sample) {
  AnswersLater nobody;
  const QueryId first = session_.ledger().asked() + 1;
  const Step& step = session_.step(sample, nobody);
  if (step.asked > 0) {
    Writer writer;
    session_.save_questions(writer, first);
    add_event(kAsked, writer.bytes());
    for (QueryId id = first; id <= session_.ledger().asked(); ++id) batch_.questions.push_back(id);
  }
  return step;
}

void DurableSession::answer(QueryId id, Answer answer) {
  session_.check(id);
  add_event(kind_of(answer), body_of(id, answer));
  batch_.answers.push_back({id, std::move(answer)});
}

void DurableSession::teach(const Lesson& lesson) {
  if (!lessons_.is_news(lesson)) return;
  add_event(static_cast<std::uint8_t>(lesson.kind), lesson.encode());
  batch_.has_lessons = true;
}

void DurableSession::add_event(std::uint8_t kind, std::string body) {
  batch_.events.push_back({0, kind, std::move(body)});
}

// Numbers are given here, not when things happen: what is lost must not leave a gap.
DurableSession::Batch DurableSession::take(std::uint64_t last_event) {
  for (StateStore::Event& event : batch_.events) event.number = ++last_event;
  return std::exchange(batch_, {});
}

std::vector<DurableSession::Refusal> DurableSession::done(const Batch& batch) {
  std::vector<Refusal> refused;
  std::size_t answer = 0;
  for (const StateStore::Event& event : batch.events) {  // in their order, as when replayed
    if (event.kind == kAsked) continue;
    const bool is_lesson = Lesson::is_one(event.kind);
    try {
      if (is_lesson) {
        lessons_.learn(Lesson::decode(event.kind, event.body), session_);
      } else {
        session_.apply(batch.answers[answer].id, batch.answers[answer].answer);
      }
    } catch (const Error& error) {
      if (!is_lesson) refused.push_back({answer, error.what()});
    }
    if (!is_lesson) ++answer;
  }
  if (!batch.empty()) through_ = batch.events.back().number;
  return refused;
}

void DurableSession::lost(const Batch& batch) {
  for (const QueryId id : batch.questions) session_.cancel(id);
}

std::string DurableSession::encode() const { return encode_model(session_); }

}  // namespace mpart
