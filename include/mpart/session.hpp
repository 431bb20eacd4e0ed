#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/frozen.hpp"
#include "mpart/learner.hpp"
#include "mpart/ledger.hpp"
#include "mpart/oracle.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/scaling.hpp"
#include "mpart/strategy.hpp"

namespace mpart {

// Whether a sample is of the kind that the paper's method is made for: at most four values, all in
// [0,1]. Everything else is scaled and learned by `plus`, unless a caller says otherwise.
bool is_like_the_papers(std::span<const double> values);

struct SessionOptions {
  Parameters parameters{};
  StrategyKind strategy = StrategyKind::kExplorer;
  Budget budget{};
  std::uint64_t seed = 0;

  // Brings values to [0,1] as the stream goes on (mpart/scaling.hpp). false: they are taken as they
  // are, and what is outside [0,1] is clipped.
  bool scale = true;

  // The first sample decides. Data like the paper's (is_like_the_papers()) is learned as the paper
  // does; other data by plus, with a vigilance that falls until nodes are few, and at most 1,000 of
  // them. What the caller has set, a learner, a strategy or a vigilance other
  // than the default, stays.
  bool choose_mode = true;
  bool choose_vigilance = true;

  // What values went through before they came here, in which they only look like the paper's. Those
  // of a map lie close together: vigilance begins higher.
  enum class Prepared : std::uint8_t { kNot, kScaled, kMapped };
  Prepared prepared = Prepared::kNot;
};

// Sets a learner and a strategy that go together: "faithful" is the paper's, "plus" needs fewer
// labels (docs/beyond.md), "auto" leaves the choice to the first sample and is the default. Throws
// Error(kInvalidArgument) for another name.
void set_mode(std::string_view mode, SessionOptions& options);

// A learner or a strategy of the caller's own, to use instead of the one that the options name.
// nullptr: the one that the options name. With a strategy here, SessionOptions::strategy is kOwn.
struct SessionParts {
  std::unique_ptr<Learner> learner{};
  std::unique_ptr<Strategy> strategy{};
};

struct Counters {
  std::uint64_t samples = 0;
  std::uint64_t coactivations = 0;
  std::uint64_t clipped_values = 0;   // features outside [0,1]
  std::uint64_t clipped_samples = 0;  // samples with at least one of them
  std::uint64_t labels = 0;           // received and not withdrawn
  std::uint64_t skipped = 0;
  std::uint64_t expired = 0;  // queries that fell out of the ledger unanswered
  std::uint64_t refused = 0;  // late answers that fit no query

  Counters& operator+=(const Counters& other);
};

// The result of one step. Valid until the next one.
struct Step {
  std::uint64_t time = 0;        // t of the sample, from 0
  Prediction prediction;         // before any answer to this sample
  std::vector<QueryId> queries;  // asked in this step, in this order
  bool quit = false;             // the person who answers wants to stop
};

// A learner, a strategy and a ledger of queries: everything that has to survive a restart.
// Not thread-safe.
class Session {
 public:
  explicit Session(SessionOptions options = {}, SessionParts own = {});

  // Learns one sample and asks the oracle where the strategy wants to.
  const Step& step(const Sample& sample, Oracle& oracle);

  // Ends the stream: asks what the strategy still holds. After a step that ended in `quit` nothing
  // is asked, and the strategy keeps what it holds.
  const Step& finish(Oracle& oracle);

  // Answers a query, at any time. A label for an answered query corrects it, a label for a
  // withdrawn one restores it. Saying the same again changes nothing. Throws Error(kNotFound) if
  // the query was never asked or has expired, Error(kConflict) if its state does not allow the
  // answer.
  void teach(QueryId id, std::string_view label);
  void skip(QueryId id);
  void withdraw(QueryId id);
  void apply(QueryId id, const Answer& answer);  // one of the three, as the answer says

  // Takes in the answers that the oracle has collected since the last step. step() does it first.
  void collect(Oracle& oracle);

  void predict(const Sample& sample, Scratch& scratch, Prediction& out) const;

  // A copy that only predicts, of samples as they come. Throws Error(kUnsupported) if the learner
  // cannot be frozen.
  std::unique_ptr<const Frozen> freeze() const;

  // The values as the learner sees them: `values` themselves, or `out`.
  std::span<const double> scaled(std::span<const double> values, std::vector<double>& out) const;

  // The name of the predicted class; "unknown" while no label reaches the sample.
  std::string_view predicted(const Prediction& prediction) const;

  const Learner& learner() const { return *learner_; }  // it sees scaled values
  const Scaling& scaling() const { return *scaling_; }
  const Ledger& ledger() const { return ledger_; }
  const Counters& counters() const { return counters_; }
  const SessionOptions& options() const { return options_; }
  BudgetStatus budget_status() const { return strategy_->budget_status(); }

  // Changes the budget from now on; the queries of the present period count against the new one.
  // Setting the same budget changes nothing. Throws Error(kInvalidArgument) for a bad budget,
  // Error(kUnsupported) if a strategy of the caller's own cannot do it.
  void set_budget(Budget budget);

  // Changes how queries are chosen, or the learner, from now on. Ledger and labels stay; what the
  // strategy held is given up, and a new period of the budget begins. Setting the same changes
  // nothing. Throws Error(kInvalidArgument) for a bad name, Error(kUnsupported) if the learner has
  // no nodes to choose from, or is to become another one than mpart or plus.
  void set_strategy(StrategyKind kind);
  void set_learner(const std::string& learner);

  // Allows `count` more queries, beside those of each period: explorer and random ask them as soon
  // as a sample is worth it, the others at the end of a period. Throws Error(kInvalidArgument) for
  // more than kMostExtra, Error(kConflict) if there would be more in all, Error(kUnsupported) as
  // above.
  static constexpr std::uint64_t kMostExtra = 1'000'000'000;
  void add_questions(std::uint64_t count);

  // Whether it has anything that version 3 of the model file cannot hold.
  bool has_extension() const;

  // load() needs the same parts of the caller's own that the saved session had, new and empty.
  void save(Writer& writer, const SaveOptions& options = {}) const;
  static Session load(Reader& reader, SessionParts own = {});

 private:
  friend class SessionAccess;  // persist/session_access.hpp: what a journal needs
  friend Session merge_sessions(std::span<const Session* const> sessions);  // mpart/merge.hpp

  void renew_strategy();
  void choose_method(std::span<const double> values);
  std::span<const double> prepare(std::span<const double> values);
  void lower_vigilance();
  void save_extension(Writer& writer) const;
  void count(const Prediction& prediction);
  void ask(std::span<const Question> questions, Oracle& oracle);
  void add_query(LedgerEntry entry);
  LedgerEntry& entry(QueryId id);

  SessionOptions options_;
  std::unique_ptr<Scaling> scaling_;  // strategies look at it, so it stays where it is
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Strategy> strategy_;
  std::vector<double> scaled_;
  Ledger ledger_;
  Counters counters_;
  Step step_;
  Scratch scratch_;
  Prediction guess_;
};

}  // namespace mpart
