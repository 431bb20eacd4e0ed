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

// Whoever knows the labels.
class Oracle {
 public:
  virtual ~Oracle() = default;

  // Answers now, or kLater. Throws Error(kFailed) if it cannot be reached.
  virtual Answer ask(const Query& query) = 0;

  // Answers, corrections and withdrawals that have come in since the last call.
  virtual std::span<const LateAnswer> collect() { return {}; }

  // A collected answer could not be used, for this reason.
  virtual void refuse(const LateAnswer& /*answer*/, const std::string& /*reason*/) {}
};

// Knows what the data's label column says; skips where it is empty.
class ColumnOracle : public Oracle {
 public:
  Answer ask(const Query& query) override;
};

}  // namespace mpart
