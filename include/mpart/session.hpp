#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "mpart/archive.hpp"
#include "mpart/learner.hpp"
#include "mpart/ledger.hpp"
#include "mpart/oracle.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/strategy.hpp"

namespace mpart {

struct SessionOptions {
  Parameters parameters{};
  StrategyKind strategy = StrategyKind::kExplorer;
  Budget budget{};
  std::uint64_t seed = 0;
};

// Learner and strategy that go together: "faithful" is the paper's and the default, "plus" needs
// fewer labels (docs/beyond.md). Throws Error(kBadUse) for another name.
void set_mode(std::string_view mode, SessionOptions& options);

struct Counters {
  std::uint64_t samples = 0;
  std::uint64_t coactivations = 0;
  std::uint64_t clipped_values = 0;   // features outside [0,1]
  std::uint64_t clipped_samples = 0;  // samples with at least one of them
  std::uint64_t labels = 0;           // received and not withdrawn
  std::uint64_t skipped = 0;
  std::uint64_t expired = 0;  // questions that fell out of the ledger unanswered
  std::uint64_t refused = 0;  // late answers that fit no question

  Counters& operator+=(const Counters& other);
};

// What one step did. Valid until the next one.
struct Step {
  std::uint64_t time = 0;  // t, from 0
  Prediction prediction;   // before any answer to this sample
  std::uint32_t asked = 0;
  bool quit = false;  // the person who answers wants to stop
};

// A learner, a strategy and a ledger of questions: everything that has to survive a restart.
// Not thread-safe.
class Session {
 public:
  explicit Session(const SessionOptions& options = {});

  // Learns one sample and asks the oracle where the strategy wants to.
  const Step& step(const Sample& sample, Oracle& oracle);

  // The stream has ended: asks what the strategy still holds.
  const Step& finish(Oracle& oracle);

  // Answers by query id, at any time. A label for an answered query corrects it, a label for a
  // withdrawn one restores it. Saying the same again changes nothing. Throws Error(kBadInput) if
  // the query is unknown, expired or skipped.
  void teach(QueryId id, std::string_view label);
  void skip(QueryId id);
  void withdraw(QueryId id);
  void apply(QueryId id, const Answer& answer);  // one of the three, as the answer says

  // Throws Error(kBadInput) if the query was never asked, or has fallen out of the ledger.
  void check(QueryId id) const;

  // A question that nobody will see: it counts as asked and expires at once.
  void cancel(QueryId id);

  // Learns one sample and asks nobody.
  void learn(const Sample& sample);

  // A label that nobody asked for: it is in no ledger, its receipt is for the caller to keep.
  // REQUIRES: something has been learned. Throws Error(kBadInput) for an empty label.
  Receipt volunteer(std::span<const double> values, std::string_view label);
  void take_back(const Receipt& receipt);  // a volunteered label; its node may be gone

  // Takes in what the oracle has collected since the last step. step() does it first.
  void collect(Oracle& oracle);

  void predict(const Sample& sample, Scratch& scratch, Prediction& out) const {
    learner_->predict(sample.values, scratch, out);
  }

  const Learner& learner() const { return *learner_; }
  const Ledger& ledger() const { return ledger_; }
  const Counters& counters() const { return counters_; }
  const SessionOptions& options() const { return options_; }
  Standing standing() const { return strategy_->standing(); }

  // The name of the predicted class; "unknown" while no label reaches the sample.
  std::string_view answer(const Prediction& prediction) const;

  void save(Writer& writer, const SaveOptions& options = {}) const;
  static Session load(Reader& reader);

  // Sessions that learned apart as one, whatever their order: docs/merge.md. One that has seen
  // nothing adds nothing; if only one has, that is the result. Otherwise a new period of the budget
  // begins, and questions stay with the session that asked them. Throws as require_mergeable()
  // does.
  static Session merge(std::span<const Session* const> sessions);

  // Throws Error(kBadInput) "rho is 0.9, 0.95 was expected" if it cannot be merged with `other`.
  void require_mergeable(const Session& other) const;

  // The questions from `first` on, the time and what is left of the budget, without the model: a
  // session that was saved earlier takes in those it does not know, learns their samples, and asks
  // no more than this one.
  void save_questions(Writer& writer, QueryId first) const;
  void load_questions(Reader& reader);

 private:
  void count(const Prediction& prediction);
  void ask(std::span<const Question> questions, Oracle& oracle);
  void make_room();
  LedgerEntry& entry(QueryId id) {
    check(id);
    return *ledger_.find(id);
  }

  SessionOptions options_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<Strategy> strategy_;
  Ledger ledger_;
  Counters counters_;
  Step step_;
  Scratch scratch_;
  Prediction guess_;
};

}  // namespace mpart
