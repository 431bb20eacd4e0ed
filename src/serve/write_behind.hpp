#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "persist/durable_session.hpp"
#include "persist/network_record.hpp"
#include "persist/state_store.hpp"
#include "util/log.hpp"

namespace mpart::serve {

// A session that is written to disk behind its caller's back: queries and answers in batches, the
// whole model in snapshots.
//
// Threads: its functions are called, and call back, in the io_context's thread. One more thread,
// the disk thread, runs the calls of StateStore one after another and touches nothing else; the two
// hand work to each other by asio::post. So there are no locks.
class WriteBehind {
 public:
  struct Options {
    std::string folder;                   // of the state
    bool accept_damage = false;           // begin with what is left of a damaged folder
    std::uint32_t snapshot_seconds = 10;  // between two snapshots, if something has changed

    // How a folder that is not new is to go on.
    NetworkRecord networks{};                     // must be what its samples came through
    std::function<void(const Session&)> check{};  // throws an Error that refuses it
  };

  // An answer that was handed in. A query is no key: two people may answer the same one.
  using Ticket = std::uint64_t;

  // How writing ended.
  struct Written {
    std::optional<Error> error;             // none: it is on disk
    std::map<Ticket, std::string> refused;  // answers that could not be used, and why
  };
  using Then = std::function<void(const Written&)>;
  using ThenSnapshot =
      std::function<void(const StateStore::Snapshot&, const std::optional<Error>&)>;

  // What a batch brought, after it was written or lost.
  struct Outcome {
    std::vector<QueryId> queries;     // asked; those of a lost batch have expired
    std::vector<LateAnswer> answers;  // learned
    bool has_annotations = false;     // of a labelling tool, learned
  };
  using Settled = std::function<void(const Outcome&)>;

  // Recovers what the folder has, or begins with `start`; throws Error. `settled` is called for
  // every batch, before those who wait for it. The log is told of what was recovered, of snapshots
  // and of a disk that cannot be written; it must outlive this.
  WriteBehind(boost::asio::io_context& context, const Options& options, Session start,
              Settled settled, Log& log);
  ~WriteBehind();  // waits for the disk thread
  WriteBehind(const WriteBehind&) = delete;
  WriteBehind& operator=(const WriteBehind&) = delete;

  const DurableSession& durable() const { return durable_; }

  // Changes the budget, unless it is none or the same, and adds extra questions. For the start,
  // when nothing else can fail any more: it is on disk, and noted, when it returns. REQUIRES: the
  // io_context does not run yet.
  void change_budget(const std::optional<Budget>& budget, std::uint64_t more_labels);

  // What was recovered and what was changed at the start, a line each.
  const std::vector<std::string>& notes() const { return notes_; }

  // As DurableSession's, with the same errors. An answer is learned when it is on disk.
  // So are a label that a sample brings, a changed budget and a journalled request acknowledged:
  // when_written().
  const Step& observe(const Sample& sample);
  Ticket answer(QueryId id, Answer answer);
  void teach(const AnnotationEvent& event) { durable_.teach(event); }
  void set_budget(Budget budget) { durable_.set_budget(budget); }
  void add_questions(std::uint64_t count) { durable_.add_questions(count); }

  // DurableSession::remember has the rules. To be called in the same turn of the io_context as
  // what the request did, so that both are in one batch.
  const RequestLog& requests() const { return durable_.requests(); }
  void remember(const std::string& key, RequestLog::Record record, bool journalled);

  // From now on snapshots have this part, too; DurableSession::recovered_part() gives it back.
  void keep(std::string name, std::function<std::string()> encode);

  // Calls `then` when everything that was observed, answered or taught so far is on disk, or cannot
  // be.
  void when_written(Then then);

  // Writes a snapshot now.
  void snapshot(ThenSnapshot then);

  // No more retries and snapshots but a last one, if something has changed; then calls `then`.
  void stop(std::function<void()> then);

  // Why nothing can be written at present; none if it can. It is tried again every second.
  const std::optional<Error>& error() const { return error_; }
  void require_writable() const;  // throws that error, if there is one
  std::uint64_t write_failures() const { return write_failures_; }

  const StateStore::Snapshot& last_snapshot() const { return last_snapshot_; }
  double last_snapshot_time() const;  // seconds since 1970; 0 if there is none
  double last_snapshot_age() const;   // seconds; 0 if there is none

 private:
  void begin(const Options& options);
  void note(const std::string& text);
  void check_networks(const NetworkRecord& networks);
  void find_last_snapshot();
  StateStore::Parts parts() const;
  void write_next();
  void flush();
  void finish(const DurableSession::Batch& batch, const std::optional<Error>& error);
  Outcome learn(const DurableSession::Batch& batch, Written& written);
  void set_error(const std::optional<Error>& error);
  void retry_later();
  void snapshot_later();

  boost::asio::io_context& context_;
  Log& log_;
  StateStore store_;  // used by the disk thread alone once it runs
  DurableSession durable_;
  Settled settled_;
  std::vector<std::string> notes_;
  std::map<std::string, std::function<std::string()>> kept_parts_;

  // A batch at a time; what comes meanwhile waits for the next one.
  bool busy_ = false;
  std::vector<Then> writing_;  // wait for the batch that is being written
  std::vector<Then> waiting_;  // wait for the next one
  std::chrono::steady_clock::time_point last_flush_{};
  std::uint64_t last_event_;    // of the store
  Ticket last_ticket_ = 0;      // handed out
  Ticket settled_tickets_ = 0;  // the last one whose batch was written or lost

  std::optional<Error> error_;
  std::chrono::steady_clock::time_point error_since_{};
  std::uint64_t write_failures_ = 0;

  std::chrono::seconds snapshot_period_;
  bool changed_ = false;  // since the last snapshot
  StateStore::Snapshot last_snapshot_;
  std::chrono::system_clock::time_point last_snapshot_time_;

  boost::asio::steady_timer flush_timer_, retry_timer_, snapshot_timer_;
  boost::asio::thread_pool disk_thread_{1};  // the last member: it ends before what it uses
};

}  // namespace mpart::serve
