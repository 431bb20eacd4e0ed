#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "mpart/types.hpp"

namespace mpart::serve {

// What a person sees of a sample. It is never written anywhere.
struct Show {
  std::string picture, text, link;
  bool empty() const { return picture.empty() && text.empty() && link.empty(); }
};

// The questions that wait for people: what they see, and who has which. Two people never have the
// same one at a time.
class QuestionDesk {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Seconds = std::chrono::seconds;

  struct Rules {
    Seconds lease{60};
    Seconds show{3600};
    std::size_t looked_at = 256;  // so many of the newest are compared for the next person
    std::size_t show_bytes = std::size_t{256} << 20;  // of all together; the oldest go first
  };

  explicit QuestionDesk(Rules rules) : rules_(rules) {}

  void open(QueryId id, Show show, Time now);
  void close(QueryId id);                         // answered or skipped
  std::vector<QueryId> close_before(QueryId id);  // which were open
  bool is_open(QueryId id) const { return open_.contains(id); }
  std::size_t open_count() const { return open_.size(); }
  const Show* show(QueryId id) const;  // null if there is nothing to see

  // The question this client has, or else the one of highest score that nobody has; its lease
  // starts anew. With `after` the client gives that one back first, and gets another if there is
  // one.
  std::optional<QueryId> next(const std::string& client, std::optional<QueryId> after, Time now,
                              const std::function<double(QueryId)>& score);

  void forget_old_shows(Time now);

 private:
  struct Lease {
    std::string client;
    Time until;
  };
  struct Kept {
    Show show;
    Time until;
    std::size_t bytes() const { return show.picture.size() + show.text.size() + show.link.size(); }
  };

  bool is_free(QueryId id, Time now) const;
  std::optional<QueryId> best_free(std::optional<QueryId> but, Time now,
                                   const std::function<double(QueryId)>& score) const;
  void drop_show(QueryId id);

  Rules rules_;
  std::set<QueryId> open_;
  std::map<QueryId, Lease> leases_;
  std::map<QueryId, Kept> shows_;
  std::size_t show_bytes_ = 0;
};

}  // namespace mpart::serve
