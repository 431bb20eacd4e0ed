#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mpart/archive.hpp"
#include "mpart/learner.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/scaling.hpp"

namespace mpart {

// At most `questions` queries in every `period` consecutive samples; written B/W.
struct Budget {
  std::uint64_t questions = 1;  // larger: more labels, more of people's time
  std::uint64_t period = 100;   // larger: fewer labels

  void check() const;  // throws Error(kInvalidArgument) unless 1 <= B <= W

  // "1/100", or a share of the samples, "5%" or "0.05", which are 1/20. Throws
  // Error(kInvalidArgument) for other texts.
  static Budget parse(std::string_view text);
  // The number of "50 labels" or "50", which is meant of the whole stream; nullopt for a text that
  // does not say a number of labels.
  static std::optional<std::uint64_t> parse_total(std::string_view text);
  // No more queries, once one was asked in the present period: the period never ends.
  static constexpr Budget none() { return {1, std::uint64_t{1} << 62}; }

  std::string text() const;  // "1/100"
  bool operator==(const Budget&) const = default;
};

// How much of the present period and of its budget is used.
struct BudgetStatus {
  std::uint64_t left = 0;      // queries that may still be asked in this period
  std::uint64_t position = 0;  // samples seen of it, 1 .. W; 0 before the first one
  std::uint64_t extra = 0;     // queries that may be asked beside those, in any period
};

enum class StrategyKind : std::uint8_t {
  kRandom,
  kMemory,
  kExplorer,
  kRepresentative,
  kCover,
  kOwn = 255,  // a strategy that the caller passed to Session
};
StrategyKind parse_strategy(std::string_view name);  // throws Error(kInvalidArgument)
std::string_view name_of(StrategyKind kind);

// The figures of a sample when it was seen, and the score that it had to exceed.
struct Reason {
  double epistemic = 0, aleatoric = 0, density = 0, score = 0;
  double threshold = 0;  // NaN: the choice did not depend on the score
};

// A sample that a strategy wants to ask about.
struct Question {
  Sample sample;
  std::uint64_t time = 0;  // t of the sample, from 0
  Reason reason;
};

// Decides which samples are worth a query. The budget holds whatever the scores are.
// make_strategy() makes the ones that mpart has; a class of your own can be passed to Session
// (examples/own_strategy.cpp).
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  // Returns the questions to ask now; they are valid until the next call.
  // REQUIRES: one call for each sample, in the order of the stream.
  virtual std::span<const Question> offer(const Sample& sample, const Prediction& prediction) = 0;

  // Returns what is still to be asked at the end of the stream.
  virtual std::span<const Question> finish() = 0;

  virtual BudgetStatus budget_status() const = 0;

  // Changes the budget from now on; what was asked in the present period counts against the new
  // one. Error(kUnsupported) unless a strategy implements it.
  virtual void set_budget(Budget budget);

  // Allows `count` more queries, once, beside those of each period. Error(kUnsupported) unless a
  // strategy implements it.
  virtual void add_questions(std::uint64_t count);

  // Told that the scale on which the learner sees samples has changed.
  virtual void rescale(const Rescaling& /*change*/) {}

  virtual void save(Writer& writer, const SaveOptions& options) const = 0;
  virtual void load(Reader& reader) = 0;  // REQUIRES: a new strategy of the same kind and budget
};

struct StrategyOptions {
  StrategyKind kind = StrategyKind::kExplorer;
  Budget budget{};
  std::uint64_t seed = 0;            // of random
  bool clear = true;                 // cover: prefer places where fewer nodes lie close together
  const Scaling* scaling = nullptr;  // cover: how the learner sees samples; nullptr: as they are
};

// `nodes` and `scaling` have to outlive the strategy. Only kRepresentative and kCover need it, and
// throw Error(kUnsupported) without it.
std::unique_ptr<Strategy> make_strategy(const StrategyOptions& options,
                                        const NodeView* nodes = nullptr);

}  // namespace mpart
