#include "mpart/ledger.hpp"

#include <algorithm>
#include <utility>

#include "mpart/error.hpp"

namespace mpart {

const char* name_of(LedgerEntry::State state) {
  switch (state) {
    case LedgerEntry::State::kOpen:
      return "open";
    case LedgerEntry::State::kLabelled:
      return "labelled";
    case LedgerEntry::State::kSkipped:
      return "skipped";
    case LedgerEntry::State::kWithdrawn:
      return "withdrawn";
    case LedgerEntry::State::kExpired:
      return "expired";
  }
  return "";
}

LedgerEntry make_entry(const Question& question, std::uint64_t asked) {
  LedgerEntry entry;
  entry.time = question.time;
  entry.asked = asked;
  entry.row = question.sample.row;
  entry.name = question.sample.id;
  entry.reason = question.reason;
  entry.values = question.sample.values;
  return entry;
}

LedgerEntry& Ledger::add(LedgerEntry entry) {
  if (entries_.size() < capacity_) {
    entries_.emplace_back();
  } else {
    oldest_ = (oldest_ + 1) % capacity_;
  }
  entry.id = next_id_++;
  return entries_[slot_of(entries_.size() - 1)] = std::move(entry);
}

const LedgerEntry* Ledger::about_to_fall() const {
  return entries_.size() < capacity_ ? nullptr : &entries_[oldest_];
}

const LedgerEntry* Ledger::find(QueryId id) const {
  return id < oldest() || id >= next_id_ ? nullptr : &entries_[slot_of(id - oldest())];
}

LedgerEntry* Ledger::find(QueryId id) {
  return const_cast<LedgerEntry*>(std::as_const(*this).find(id));
}

const LedgerEntry& Ledger::at(std::size_t position) const { return entries_[slot_of(position)]; }

std::size_t Ledger::open_count() const {
  return static_cast<std::size_t>(std::count_if(
      entries_.begin(), entries_.end(),
      [](const LedgerEntry& entry) { return entry.state == LedgerEntry::State::kOpen; }));
}

void save(Writer& writer, const LedgerEntry& entry) {
  for (const std::uint64_t number : {entry.time, entry.asked, entry.row}) writer.u64(number);
  writer.text(entry.name);
  const Reason& reason = entry.reason;
  for (const double figure :
       {reason.epistemic, reason.aleatoric, reason.density, reason.score, reason.threshold}) {
    writer.f64(figure);
  }
  writer.u8(static_cast<std::uint8_t>(entry.state));
  writer.u64(entry.receipt.node);
  writer.u32(entry.receipt.label);
  writer.f64s(entry.values);
}

void load(Reader& reader, LedgerEntry& entry) {
  for (std::uint64_t* number : {&entry.time, &entry.asked, &entry.row}) *number = reader.u64();
  entry.name = reader.text();
  Reason& reason = entry.reason;
  for (double* figure :
       {&reason.epistemic, &reason.aleatoric, &reason.density, &reason.score, &reason.threshold}) {
    *figure = reader.f64();  // NaN is a threshold too
  }
  const std::uint8_t state = reader.u8();
  require(state <= static_cast<std::uint8_t>(LedgerEntry::State::kExpired),
          "a query in an unknown state");
  entry.state = static_cast<LedgerEntry::State>(state);
  entry.receipt.node = reader.u64();
  entry.receipt.label = reader.u32();
  entry.values = reader.sample();
}

void Ledger::save(Writer& writer, const SaveOptions& options) const {
  writer.u64(next_id_);
  writer.u64(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    LedgerEntry entry = at(i);
    if (options.min_count > 1 && entry.state == LedgerEntry::State::kOpen) {
      entry.state = LedgerEntry::State::kExpired;
      entry.values.clear();
    }
    mpart::save(writer, entry);
  }
}

void Ledger::load(Reader& reader) {
  next_id_ = reader.u64();
  const std::size_t count = reader.count(kLedgerEntryBytes);
  require(count <= capacity_ && count < next_id_, "more queries than were asked");
  entries_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    entries_[i].id = next_id_ - count + i;
    mpart::load(reader, entries_[i]);
  }
}

}  // namespace mpart
