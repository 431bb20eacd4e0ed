#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "serve/question_desk.hpp"
#include "serve/recent_shows.hpp"
#include "serve/scoreboard.hpp"
#include "serve/write_behind.hpp"

namespace mpart::serve {

// The model behind the server: it learns and predicts, gives its open queries to people, and tells
// a listener what happens.
//
// Threads: everything happens in the io_context's one thread, except for writing to disk, which is
// left to a thread of WriteBehind. So there are no locks. Whoever has to wait for the disk passes a
// function to WriteBehind::when_written().
class Engine {
 public:
  // Something that listeners may want to know at once.
  struct News {
    enum class Kind {
      kQuery,   // it was asked and is on disk
      kAnswer,  // it was answered, or has expired
      kModel,   // a sample or a label was learned
    };
    Kind kind = Kind::kModel;
    QueryId query = 0;
  };

  // Recovers the state, or begins with `start`. Throws Error. The log must outlive the engine.
  Engine(boost::asio::io_context& context, const WriteBehind::Options& options, Session start,
         Log& log);

  void on_news(std::function<void(const News&)> listener) { listener_ = std::move(listener); }

  // Learns a sample. Throws Error(kInvalidData) for a bad one. News of its queries come when they
  // are on disk; `show` is what people see of the sample if it is asked about. A sample with a
  // label is learned with it, at no cost, and is not asked about; tell whoever sent it when it is
  // on disk.
  const Step& observe(const Sample& sample, Show show);
  void predict(const Sample& sample, Prediction& out) { session().predict(sample, scratch_, out); }

  // Leases the open query of highest score to this person; QuestionDesk::next has the rules.
  std::optional<QueryId> next(const std::string& client, std::optional<QueryId> after);

  // Predicts the sample of a query as the model is now. `out` stays as it is if the ledger no
  // longer has the sample.
  void guess(QueryId id, Prediction& out);

  // For answers, annotations and snapshots; samples go through observe().
  WriteBehind& disk() { return disk_; }
  const WriteBehind& disk() const { return disk_; }

  const Session& session() const { return disk_.durable().session(); }
  const QuestionDesk& desk() const { return desk_; }
  const Scoreboard& scoreboard() const { return scoreboard_; }
  std::uint64_t withdrawn() const;  // queries of the ledger whose label was withdrawn

 private:
  static constexpr std::size_t kRecentBytes = std::size_t{16} << 20;

  void settle(const WriteBehind::Outcome& outcome);
  void recover_scoreboard();
  void open_query(QueryId id);
  void tell(News::Kind kind, QueryId query = 0);

  QuestionDesk desk_;
  Scoreboard scoreboard_;
  Scratch scratch_;
  std::map<QueryId, Show> unwritten_shows_;  // of queries that are not on disk yet
  RecentShows recent_shows_{kRecentBytes};
  std::function<void(const News&)> listener_;
  WriteBehind disk_;  // the last member: it calls back
};

}  // namespace mpart::serve
