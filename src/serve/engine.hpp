#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "persist/durable_session.hpp"
#include "persist/state_store.hpp"
#include "serve/question_desk.hpp"

namespace mpart::serve {

struct EngineOptions {
  std::string folder;  // of the state
  bool accept_damage = false;
  std::uint32_t snapshot_seconds = 10;
  QuestionDesk::Rules desk;
};

// The model behind the server. Everything happens in the thread of the io_context, but for writing
// to disk, which another thread does; so there are no locks, and what waits for the disk is
// answered by when_written().
class Engine {
 public:
  using Ticket = std::uint64_t;  // of an answer: two people may answer the same question

  // How writing went.
  struct Written {
    std::string problem;                    // empty: it is on disk
    std::map<Ticket, std::string> refused;  // answers that could not be used, and why
  };
  using Then = std::function<void(const Written&)>;

  // Something that others may want to know at once.
  struct News {
    enum class Kind { kQuery, kAnswer, kModel };
    Kind kind = Kind::kModel;
    QueryId query = 0;
  };

  // One point of history: how things stood after so many samples.
  struct Moment {
    std::uint64_t samples = 0, asked = 0, labelled = 0, right = 0;  // right: of the last 100
  };

  Engine(boost::asio::io_context& context, EngineOptions options, Session start);
  ~Engine();

  const std::vector<std::string>& notes() const { return durable_.notes(); }
  const Session& session() const { return durable_.session(); }
  const std::string& problem() const {
    return problem_;
  }  // why nothing can be written; empty: it can

  // Throws Error(kBadInput) for a bad sample. New questions are told of when they are on disk.
  const Step& observe(const Sample& sample, Show show);
  void predict(const Sample& sample, Prediction& out) { session().predict(sample, scratch_, out); }

  // Throws Error(kBadInput) if there is no such query.
  Ticket answer(QueryId id, Answer answer);

  // What a labelling tool says: a lesson that is not news is ignored.
  void teach(const Lesson& lesson) { durable_.teach(lesson); }
  const Lessons& lessons() const { return durable_.lessons(); }

  // Calls `then` when everything that was observed, answered or taught so far is on disk, or cannot
  // be.
  void when_written(Then then);

  // The open question for this person, if there is one.
  std::optional<QueryId> next(const std::string& client, std::optional<QueryId> after);
  const QuestionDesk& desk() const { return desk_; }
  void guess(QueryId id, Prediction& out);  // of an open question, now

  void snapshot(std::function<void(const StateStore::Snapshot&, const std::string& problem)> then);

  const StateStore::Snapshot& last_snapshot() const { return last_snapshot_; }
  double last_snapshot_time() const;  // seconds since 1970; 0 if there is none
  double last_snapshot_age() const;   // seconds; 0 if there is none
  std::uint64_t write_failures() const { return write_failures_; }

  const std::vector<Moment>& history() const { return history_; }
  std::uint64_t answers_counted() const { return hits_.size(); }  // up to 100
  std::uint64_t answers_right() const;
  std::uint64_t withdrawn() const;  // of the questions that the ledger still has

  void on_news(std::function<void(const News&)> listener) { listener_ = std::move(listener); }

  void stop(std::function<void()> then);  // after a last snapshot

 private:
  void open_questions();
  void expire_forgotten();
  void find_last_snapshot();
  void write();
  void flush();
  void have_written(const DurableSession::Batch& batch, const std::string& problem);
  void count_answers(const DurableSession::Batch& batch, const Written& written);
  void try_again_later();
  void snapshot_later();
  void remember();
  void tell(News::Kind kind, QueryId query = 0);

  boost::asio::io_context& context_;
  EngineOptions options_;
  StateStore store_;  // used by disk_ alone once it runs
  DurableSession durable_;
  QuestionDesk desk_;
  Scratch scratch_;
  std::map<QueryId, Show> unwritten_shows_;
  std::vector<Then> waiting_;  // for what is not yet being written
  std::vector<Then> writing_;  // for what is
  bool busy_ = false;
  std::chrono::steady_clock::time_point last_flush_{};
  std::string problem_;
  bool changed_ = false;  // since the last snapshot
  std::uint64_t last_event_ = 0;
  Ticket last_ticket_ = 0;
  Ticket settled_ = 0;  // the last one whose batch was written, or lost
  StateStore::Snapshot last_snapshot_;
  std::chrono::system_clock::time_point last_snapshot_time_;
  std::uint64_t write_failures_ = 0;
  std::deque<bool> hits_;                   // was the guess right, of the last labels
  std::map<QueryId, std::string> guesses_;  // of open questions, when they were asked
  std::vector<Moment> history_;
  std::uint64_t history_step_ = 1;
  std::function<void(const News&)> listener_;
  boost::asio::steady_timer flush_, retry_, snapshots_;
  boost::asio::thread_pool disk_{1};
};

}  // namespace mpart::serve
