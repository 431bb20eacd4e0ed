#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mpart/session.hpp"
#include "persist/lessons.hpp"
#include "persist/state_store.hpp"

namespace mpart {

// A session whose questions and answers survive a crash. What is observed is learned at once and is
// lost with the process if no snapshot follows; a question must be on disk before anybody sees it,
// or the budget could be spent twice; an answer is learned after it is on disk.
//
// The caller writes: take() gives what is to be written, StateStore::append() may be called for it
// in another thread, and done() or lost() tells how that went before take() is called again. Not
// thread-safe otherwise.
class DurableSession {
 public:
  // What is to be on disk before anything that depends on it is told.
  struct Batch {
    std::vector<StateStore::Event> events;
    std::vector<LateAnswer> answers;  // as many as there are answers among the events
    std::vector<QueryId> questions;
    bool has_lessons = false;
    bool empty() const { return events.empty(); }
  };

  // An answer that is on disk but could not be used, and why.
  struct Refusal {
    std::size_t position = 0;  // in Batch::answers
    std::string reason;
  };

  // Goes on from what the store has, or from `start` if that is nothing. Throws Error(kBadInput) if
  // something is damaged, unless `accept_damage`: then it does without.
  DurableSession(const StateStore& store, Session start, bool accept_damage);

  // What was recovered, a line each.
  const std::vector<std::string>& notes() const { return notes_; }

  const Session& session() const { return session_; }

  const Step& observe(const Sample& sample);
  // Throws Error(kBadInput) if there is no such query any more, or never was.
  void answer(QueryId id, Answer answer);

  // What a labelling tool says; learned after it is on disk, as answers are.
  void teach(const Lesson& lesson);
  const Lessons& lessons() const { return lessons_; }

  bool has_news() const { return !batch_.empty(); }  // for take()
  Batch take(std::uint64_t last_event);              // what the store has now
  std::vector<Refusal> done(const Batch& batch);     // learns its answers and lessons
  void lost(const Batch& batch);                     // they are forgotten, its questions expire

  // For StateStore::save_snapshot.
  std::string encode() const;
  std::string beside() const { return lessons_.encode(); }
  std::uint64_t through() const { return through_; }

 private:
  bool start_from(const StateStore& store, const StateStore::Snapshot& snapshot);
  void replay(const StateStore& store);
  std::optional<LateAnswer> replay(const StateStore::Event& event);
  void add_event(std::uint8_t kind, std::string body);

  Session session_;
  Lessons lessons_;
  std::vector<std::string> notes_;
  Batch batch_;
  std::uint64_t through_ = 0;  // the last event whose effect is in session_
};

}  // namespace mpart
