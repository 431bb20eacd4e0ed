#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/learner.hpp"
#include "mpart/strategy.hpp"

namespace mpart {

// One query: what was asked, when, why, and what became of it.
struct LedgerEntry {
  enum class State : std::uint8_t { kOpen, kLabelled, kSkipped, kWithdrawn, kExpired };

  QueryId id = 0;
  std::uint64_t time = 0;  // t of the sample
  std::uint64_t asked =
      0;  // t at which it was asked: later than `time` if the strategy keeps samples
  std::uint64_t row = 0;  // row of the sample in its source
  std::string name;       // the sample's own id, if it has one
  Reason reason;
  State state = State::kOpen;
  Receipt receipt;             // the node that the label went to
  std::vector<double> values;  // the sample, while the query is open
};

LedgerEntry make_entry(const Question& question, std::uint64_t asked);  // without an id yet

const char* name_of(LedgerEntry::State state);

void save(Writer& writer, const LedgerEntry& entry);  // all but its id
void load(Reader& reader, LedgerEntry& entry);
inline constexpr std::size_t kLedgerEntryBytes = 93;  // at least

// The last `capacity` queries in the order asked. An open query that falls out has expired: that
// bounds the memory of a stream whose queries nobody answers.
class Ledger {
 public:
  explicit Ledger(std::size_t capacity = 65536) : capacity_(capacity) {}

  // Starts after `asked` queries that were asked elsewhere; their ids are not given again.
  // REQUIRES: empty.
  void begin_after(std::uint64_t asked) { next_id_ = asked + 1; }

  LedgerEntry& add(LedgerEntry entry);       // gives it the next id
  const LedgerEntry* about_to_fall() const;  // the entry that the next add() removes, or nullptr
  LedgerEntry* find(QueryId id);             // nullptr if it was never asked or has fallen out
  const LedgerEntry* find(QueryId id) const;
  std::size_t size() const { return entries_.size(); }
  std::size_t open_count() const;
  const LedgerEntry& at(std::size_t position) const;             // 0: the oldest that is kept
  std::uint64_t asked() const { return next_id_ - 1; }           // queries ever asked
  QueryId oldest() const { return next_id_ - entries_.size(); }  // id of at(0)

  void save(Writer& writer, const SaveOptions& options) const;
  void load(Reader& reader);

 private:
  std::size_t slot_of(std::size_t position) const { return (oldest_ + position) % capacity_; }

  std::size_t capacity_;
  std::size_t oldest_ = 0;  // entries_ is a ring once it is full
  QueryId next_id_ = 1;
  std::vector<LedgerEntry> entries_;
};

}  // namespace mpart
