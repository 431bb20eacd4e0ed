#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mpart/types.hpp"
#include "wire/sample_json.hpp"

namespace mpart::serve {

using wire::Show;

// The questions that wait for people: what they see, and who has which. Two people do not have the
// same one at a time.
//
// Clients name themselves, so one of them can come under any number of names. It can neither make
// the desk remember more than `leases` of them, nor keep every question to itself for longer than
// `hold`.
class QuestionDesk {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Seconds = std::chrono::seconds;

  struct Rules {
    Seconds lease{60};   // since the client last asked
    Seconds hold{600};   // since it first did: others who find no free question may have it then
    Seconds show{3600};  // pictures and texts are kept so long
    std::size_t leases = 1000;                       // at a time; the oldest ends first
    std::size_t looked_at = 256;                     // so many of the newest are compared
    std::size_t show_bytes = std::size_t{64} << 20;  // of all together; the oldest go first
  };

  explicit QuestionDesk(Rules rules) : rules_(rules) {}

  void open(QueryId id, Show show, Time now);
  void close(QueryId id);                         // answered or skipped
  std::vector<QueryId> close_before(QueryId id);  // which were open
  bool is_open(QueryId id) const { return open_.contains(id); }
  std::size_t open_count() const { return open_.size(); }
  std::optional<Time> oldest_opened() const;  // when the oldest open one was opened
  std::size_t lease_count() const { return leases_.size(); }
  const Show* show(QueryId id) const;  // null if there is nothing to see

  // The question this client has, or else the one of highest score that nobody has; its lease
  // starts anew. With `after` the client gives that one back first, and gets another if there is
  // one. Costs the scores of `looked_at` questions at most, whatever others do.
  std::optional<QueryId> next(const std::string& client, std::optional<QueryId> after, Time now,
                              const std::function<double(QueryId)>& score);

  void forget_old_shows(Time now);

 private:
  struct Lease {
    std::string client;
    Time since, until;
  };
  struct Kept {
    Show show;
    Time until;
    std::size_t bytes() const { return show.bytes(); }
  };
  using ByTime = std::set<std::pair<Time, QueryId>>;

  std::optional<QueryId> held_by(const std::string& client) const;
  std::optional<QueryId> best_free(std::optional<QueryId> but,
                                   const std::function<double(QueryId)>& score) const;
  std::optional<QueryId> held_too_long(Time now) const;
  void lease(QueryId id, const std::string& client, Time now);
  void end_lease(QueryId id);
  void end_old_leases(Time now);
  void drop_show(QueryId id);

  Rules rules_;
  std::map<QueryId, Time> open_;  // and since when
  std::set<QueryId> free_;        // of the open ones, those without a lease
  std::map<QueryId, Lease> leases_;
  std::map<std::string, QueryId> held_;  // by client: one each
  ByTime by_since_, by_until_;           // the leases
  std::map<QueryId, Kept> shows_;
  std::size_t show_bytes_ = 0;
};

}  // namespace mpart::serve
