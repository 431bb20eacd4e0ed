#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "mpart/archive.hpp"
#include "mpart/learner.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"

namespace mpart {

// At most `questions` questions in every `period` consecutive samples; written B/W.
struct Budget {
  std::uint64_t questions = 1;
  std::uint64_t period = 100;

  void check() const;                          // throws Error(kBadUse) unless 1 <= B <= W
  static Budget parse(std::string_view text);  // "1/100"; throws Error(kBadUse)
};

// Where a stream stands in its budget.
struct Standing {
  std::uint64_t left = 0;      // questions of the present period
  std::uint64_t position = 0;  // samples seen of it, 1 .. W; 0 before the first one
};

enum class StrategyKind : std::uint8_t { kRandom, kMemory, kExplorer, kRepresentative, kCover };
StrategyKind parse_strategy(std::string_view name);  // throws Error(kBadUse)
std::string_view name_of(StrategyKind kind);

// Why a sample is asked about: its figures when it was seen, and the score it had to exceed.
struct Reason {
  double epistemic = 0, aleatoric = 0, density = 0, score = 0;
  double threshold = 0;  // NaN: the choice did not depend on the score
};

struct Question {
  Sample sample;
  std::uint64_t time = 0;  // t of the sample, from 0
  Reason reason;
};

// Decides which samples are worth a question. The budget holds whatever the scores are.
class Strategy {
 public:
  virtual ~Strategy() = default;

  // REQUIRES: one call for each sample, in the order of the stream.
  // Returns the questions to ask now; they are valid until the next call.
  virtual std::span<const Question> offer(const Sample& sample, const Prediction& prediction) = 0;

  // The stream has ended: what is still to be asked.
  virtual std::span<const Question> finish() = 0;

  virtual Standing standing() const = 0;

  virtual void save(Writer& writer, const SaveOptions& options) const = 0;
  virtual void load(Reader& reader) = 0;  // REQUIRES: a new strategy of the same kind and budget
};

// `learner` has to outlive the strategy. Only kRepresentative and kCover need it, and throw
// Error(kBadUse) for one that does not nominate.
std::unique_ptr<Strategy> make_strategy(StrategyKind kind, Budget budget, std::uint64_t seed,
                                        const Learner* learner = nullptr);

}  // namespace mpart
