#pragma once

#include <span>
#include <string>
#include <vector>

#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/strategy.hpp"
#include "mpart/types.hpp"

namespace mpart {

// A question as its oracle sees it.
struct Query {
  QueryId id = 0;
  const Question& question;
  const Prediction& guess;  // the model's present answer
  const std::vector<std::string>& classes;
  StrategyKind strategy = StrategyKind::kExplorer;  // that chose it
};

struct Answer {
  enum class Kind {
    kLabel,     // `label` is the class; for an answered query, a correction
    kSkip,      // nobody can tell
    kWithdraw,  // forget the label given before
    kLater,     // the query stays open
    kQuit,      // the query stays open and the person wants to stop
  };
  Kind kind = Kind::kLater;
  std::string label;

  static Answer of(std::string label) { return {Kind::kLabel, std::move(label)}; }
};

struct LateAnswer {
  QueryId id = 0;
  Answer answer;
};

// Answers queries: a person, a program, or the data itself.
class Oracle {
 public:
  Oracle() = default;
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;
  virtual ~Oracle() = default;

  // Answers now, or kLater. Throws Error(kUnavailable) if the oracle cannot be reached.
  virtual Answer ask(const Query& query) = 0;

  // Returns answers, corrections and withdrawals that have come in since the last call.
  virtual std::span<const LateAnswer> collect() { return {}; }

  // Told that a collected answer could not be used, and why.
  virtual void refuse(const LateAnswer& /*answer*/, const std::string& /*reason*/) {}
};

// Answers every query later, by whatever way labels come in.
class SilentOracle : public Oracle {
 public:
  Answer ask(const Query& /*query*/) override { return {}; }
};

// Answers with the label that the data has for the sample; skips if it has none.
class ColumnOracle : public Oracle {
 public:
  Answer ask(const Query& query) override {
    const std::string& label = query.question.sample.label;
    return label.empty() ? Answer{Answer::Kind::kSkip, {}} : Answer::of(label);
  }
};

}  // namespace mpart
