#include "serve/question_desk.hpp"

#include <utility>

namespace mpart::serve {

void QuestionDesk::open(QueryId id, Show show, Time now) {
  open_.insert(id);
  if (show.empty()) return;
  Kept& kept = shows_[id] = {std::move(show), now + rules_.show};
  show_bytes_ += kept.bytes();
  while (show_bytes_ > rules_.show_bytes) drop_show(shows_.begin()->first);
}

void QuestionDesk::close(QueryId id) {
  open_.erase(id);
  leases_.erase(id);
  drop_show(id);
}

std::vector<QueryId> QuestionDesk::close_before(QueryId id) {
  std::vector<QueryId> closed(open_.begin(), open_.lower_bound(id));
  for (const QueryId old : closed) close(old);
  return closed;
}

const Show* QuestionDesk::show(QueryId id) const {
  const auto kept = shows_.find(id);
  return kept == shows_.end() ? nullptr : &kept->second.show;
}

std::optional<QueryId> QuestionDesk::next(const std::string& client, std::optional<QueryId> after,
                                          Time now, const std::function<double(QueryId)>& score) {
  std::optional<QueryId> mine;
  for (const auto& [id, lease] : leases_) {
    if (lease.client == client && lease.until > now) mine = id;
  }
  if (!mine || mine == after) {
    const std::optional<QueryId> other = best_free(after, now, score);
    if (mine && other) leases_.erase(*mine);
    if (other) mine = other;
    if (!mine && after && is_free(*after, now)) mine = after;
  }
  if (mine) leases_[*mine] = {client, now + rules_.lease};
  return mine;
}

std::optional<QueryId> QuestionDesk::best_free(std::optional<QueryId> but, Time now,
                                               const std::function<double(QueryId)>& score) const {
  std::optional<QueryId> best;
  double highest = 0;
  std::size_t seen = 0;
  for (auto id = open_.rbegin(); id != open_.rend() && seen < rules_.looked_at; ++id) {
    if (*id == but || !is_free(*id, now)) continue;
    ++seen;
    const double own = score(*id);
    if (best && own <= highest) continue;
    best = *id;
    highest = own;
  }
  return best;
}

bool QuestionDesk::is_free(QueryId id, Time now) const {
  const auto lease = leases_.find(id);
  return open_.contains(id) && (lease == leases_.end() || lease->second.until <= now);
}

void QuestionDesk::forget_old_shows(Time now) {
  while (!shows_.empty() && shows_.begin()->second.until <= now) drop_show(shows_.begin()->first);
}

void QuestionDesk::drop_show(QueryId id) {
  const auto kept = shows_.find(id);
  if (kept == shows_.end()) return;
  show_bytes_ -= kept->second.bytes();
  shows_.erase(kept);
}

}  // namespace mpart::serve
