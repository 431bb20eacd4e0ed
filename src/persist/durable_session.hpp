#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mpart/session.hpp"
#include "persist/annotation_log.hpp"
#include "persist/request_log.hpp"
#include "persist/session_access.hpp"
#include "persist/state_store.hpp"

namespace mpart {

// A session whose questions and answers survive a crash. What is observed is learned at once and is
// lost with the process if no snapshot follows; a question must be on disk before anybody sees it,
// or the budget could be spent twice; an answer is learned after it is on disk. A sample with a
// label and a change of the budget take effect at once and are taken back if they cannot be
// written; each has a number, by which a snapshot tells whether it has it already.
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
    bool has_annotations = false;
    std::vector<Receipt> taught;          // labels of samples that came with one
    std::vector<std::string> requests;    // keys
    std::optional<Budget> budget_before;  // none: the budget was not changed
    Budget budget_after{};                // only with budget_before
    std::uint64_t extra = 0;              // questions that were added
    bool empty() const { return events.empty(); }
  };

  // Goes on from what the store has, or from `start` if that is nothing. Throws Error(kInvalidData)
  // if something is damaged, unless `accept_damage`: then it does without.
  DurableSession(const StateStore& store, Session start, bool accept_damage);

  // Goes on from `start` by the events that came after it.
  DurableSession(Session start, std::span<const StateStore::Event> events);

  // What was recovered, a line each.
  const std::vector<std::string>& notes() const { return notes_; }

  const Session& session() const { return session_; }

  // A sample with a label is learned with it, and nobody is asked about it.
  const Step& observe(const Sample& sample);
  // Throws Error(kInvalidData) if there is no such query any more, or never was.
  void answer(QueryId id, Answer answer);

  // What a labelling tool says; learned after it is on disk, as answers are.
  void teach(const AnnotationEvent& event);
  const AnnotationLog& annotation_log() const { return annotation_log_; }

  // As Session's, with the same errors.
  void set_budget(Budget budget);
  void add_questions(std::uint64_t count);

  // Answers to requests that may be repeated. One that is `journalled` is on disk exactly if the
  // questions, answers and labels are that were taken in since the last take(): for requests that
  // had any. Others are kept with the next snapshot, as the samples that they brought are. An
  // answer that is known only later is remembered twice: first journalled, with status 0, then with
  // it.
  const RequestLog& requests() const { return requests_; }
  void remember(const std::string& key, RequestLog::Record record, bool journalled);
  void forget_old_requests() { requests_.forget_old(RequestLog::system_seconds()); }

  bool has_news() const { return !batch_.empty(); }  // for take()
  Batch take(std::uint64_t last_event);              // what the store has now
  void lost(const Batch& batch);                     // they are forgotten, its questions expire

  // Learns its answers and events. Returns the answers that could not be used, by their position in
  // Batch::answers, and why.
  std::map<std::size_t, std::string> done(const Batch& batch);

  // For StateStore::save_snapshot.
  std::string encode() const;
  StateStore::Parts parts() const;
  std::uint64_t through() const { return through_; }

  // A part of the snapshot that it went on from, which another class keeps there; empty if there
  // is none.
  std::string recovered_part(const std::string& name) const;
  // The labels that were replayed from the events after that snapshot, in their order.
  const std::vector<LateAnswer>& replayed_labels() const { return replayed_labels_; }

 private:
  struct Replayed {
    std::size_t questions = 0, answers = 0, annotations = 0, taught = 0, budgets = 0;
  };

  bool start_from(const StateStore& store, const StateStore::Snapshot& snapshot);
  void replay(std::span<const StateStore::Event> events);
  void replay(const StateStore::Event& event, Replayed& counts);
  void replay_asked(Reader& reader);
  bool replay_budget(Reader& reader);  // false: the snapshot has it
  bool replay_taught(Reader& reader);  // false: the snapshot has it
  const Step& observe_labelled(const Sample& sample);
  void write_budget();

  Session session_;
  AnnotationLog annotation_log_;
  RequestLog requests_;
  std::uint64_t changes_ = 0;  // the number of the last sample with a label or change of the budget
  StateStore::Parts recovered_;
  std::vector<LateAnswer> replayed_labels_;
  std::vector<std::string> notes_;
  Batch batch_;
  std::uint64_t through_ = 0;  // the last event whose effect is in session_
};

}  // namespace mpart
