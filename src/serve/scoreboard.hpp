#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/session.hpp"

namespace mpart::serve {

// How well the model does, as far as people's answers tell: was its guess right when it asked? It
// is saved with snapshots.
class Scoreboard {
 public:
  // How the session stood after so many samples.
  struct Moment {
    std::uint64_t samples = 0, asked = 0, labelled = 0, right = 0;  // right: of the last 100
  };

  // The model asks and would have answered `label` itself; an empty one is unknown, which is never
  // right. The oldest guesses are dropped when
  // there are more than a ledger has queries.
  void add_guess(QueryId id, std::string_view label);

  // A person answers. Nothing is counted without a guess, and only the first label of a query is.
  void add_label(QueryId id, std::string_view label);

  // Labels that were compared with a guess, at most the last 100, and how many guesses were right.
  std::uint64_t counted() const { return hits_.size(); }
  std::uint64_t right() const;

  // To be called after every sample; keeps at most 200 moments, evenly spread over the samples.
  void record(const Session& session);
  const std::vector<Moment>& history() const { return history_; }

  std::string encode() const;
  static Scoreboard decode(std::string_view bytes);  // throws Error(kCorrupt); empty: a new one

 private:
  std::map<QueryId, std::string> guesses_;  // for queries without a label
  std::deque<bool> hits_;                   // the oldest first
  std::vector<Moment> history_;
  std::uint64_t history_step_ = 1;  // samples between two moments
};

}  // namespace mpart::serve
