#include "persist/session_access.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mpart/error.hpp"

namespace mpart {

void SessionAccess::expire(QueryId id) {
  LedgerEntry& asked = session_.entry(id);
  if (asked.state != LedgerEntry::State::kOpen) {
    throw conflict("query " + std::to_string(id) + " is " + name_of(asked.state) +
                   " and cannot expire");
  }
  asked.values.clear();
  asked.state = LedgerEntry::State::kExpired;
  ++session_.counters_.expired;
}

const Step& SessionAccess::learn(const Sample& sample) {
  const std::span<const double> values = session_.prepare(sample.values);
  session_.learner_->observe(values, session_.step_.prediction);
  session_.count(session_.step_.prediction);
  return session_.step_;
}

Receipt SessionAccess::teach(std::span<const double> values, std::string_view label) {
  if (label.empty()) throw invalid_data("a label must not be empty");
  const Receipt receipt =
      session_.learner_->teach(session_.scaled(values, session_.scaled_), label);
  ++session_.counters_.labels;
  return receipt;
}

void SessionAccess::withdraw(const Receipt& receipt) {
  session_.learner_->withdraw(receipt);
  --session_.counters_.labels;
}

void SessionAccess::save_queries(const Session& session, Writer& writer, QueryId first) {
  const Ledger& ledger = session.ledger_;
  first = std::max(first, ledger.oldest());
  writer.u64(session.counters_.samples);
  writer.u64(first);
  writer.u64(ledger.asked() + 1 - first);
  for (QueryId id = first; id <= ledger.asked(); ++id) save(writer, *ledger.find(id));
  session.strategy_->save(writer, {});
}

std::uint64_t SessionAccess::read_queries(Reader& reader) {
  const std::uint64_t samples = reader.u64();
  const QueryId first = reader.u64();
  const std::size_t count = reader.count(kLedgerEntryBytes);
  for (QueryId id = first; id < first + count; ++id) {
    LedgerEntry asked;
    load(reader, asked);
    require(id <= session_.ledger_.asked() + 1, "queries are missing");
    if (id <= session_.ledger_.asked()) continue;
    const std::size_t width = session_.learner_->width();
    require(asked.state == LedgerEntry::State::kOpen,
            "a query that was answered before it was asked");
    require(!asked.values.empty() && (width == 0 || asked.values.size() == width),
            "a query whose sample has the wrong number of features");
    // So that its label finds a node.
    const std::span<const double> values = session_.prepare(asked.values);
    session_.learner_->observe(values, session_.guess_);
    session_.add_query(std::move(asked));
  }
  return samples;
}

void SessionAccess::load_queries(Reader& reader, const Allowance* within) {
  const std::uint64_t samples = read_queries(reader);
  if (samples < session_.counters_.samples) return;  // what is left of the budget is out of date
  const Allowance allowed = within == nullptr ? allowance() : *within;
  session_.counters_.samples = samples;
  session_.options_.budget = allowed.budget;
  const auto begin_anew = [&] {
    session_.renew_strategy();
    session_.strategy_->add_questions(allowed.extra);
  };
  begin_anew();
  try {
    session_.strategy_->load(reader);
  } catch (const Error&) {
    begin_anew();  // what is half loaded could be saved, and not be loaded again
    throw;
  }
}

Allowance SessionAccess::allowance() const {
  return {session_.options_.budget, session_.budget_status().extra};
}

void SessionAccess::allow(const Allowance& allowance) {
  session_.set_budget(allowance.budget);
  // Unsigned: adding what it lacks takes away what it has too many.
  session_.strategy_->add_questions(allowance.extra - session_.budget_status().extra);
}

}  // namespace mpart
