#pragma once

#include <span>
#include <string_view>

#include "mpart/session.hpp"

namespace mpart {

// The budget of a session and the extra questions that it may still ask.
struct Allowance {
  Budget budget{};
  std::uint64_t extra = 0;
};

// What a journal does with a session beyond asking and answering.
class SessionAccess {
 public:
  explicit SessionAccess(Session& session) : session_(session) {}

  // Throws Error(kNotFound) if the query was never asked or has expired.
  void require_query(QueryId id) const { session_.entry(id); }

  // Ends an open query that nobody will see: it counts as asked.
  void expire(QueryId id);

  // Learns one sample and asks nobody. The step is valid until the next one.
  const Step& learn(const Sample& sample);

  // Takes a label that nobody asked for. No ledger holds it; the caller keeps its receipt. Throws
  // Error(kInvalidData) for an empty label. REQUIRES: a sample has been learned.
  Receipt teach(std::span<const double> values, std::string_view label);
  void withdraw(const Receipt& receipt);  // such a label; its node may be gone

  // The queries from `first` on, the time and what is left of the budget, without the model. A
  // session that was saved earlier loads those that it does not know, learns their samples, and
  // asks no more than the one that saved them.
  static void save_queries(const Session& session, Writer& writer, QueryId first);

  // `within`: the budget when they were asked. nullptr: what the session has now.
  void load_queries(Reader& reader, const Allowance* within = nullptr);
  // The same without time and budget, for a session that was saved after they were asked.
  void load_queries_alone(Reader& reader) { read_queries(reader); }

  Allowance allowance() const;
  // Sets both at once. What was asked in the present period still counts.
  void allow(const Allowance& allowance);

 private:
  std::uint64_t read_queries(Reader& reader);  // returns their time

  Session& session_;
};

}  // namespace mpart
