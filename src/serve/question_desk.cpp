#include "serve/question_desk.hpp"

#include <utility>

namespace mpart::serve {

void QuestionDesk::open(QueryId id, Show show, Time now) {
  if (open_.emplace(id, now).second) free_.insert(id);
  if (show.empty()) return;
  drop_show(id);
  Kept& kept = shows_[id] = {std::move(show), now + rules_.show};
  show_bytes_ += kept.bytes();
  while (show_bytes_ > rules_.show_bytes) drop_show(shows_.begin()->first);
}

void QuestionDesk::close(QueryId id) {
  end_lease(id);
  open_.erase(id);
  free_.erase(id);
  drop_show(id);
}

std::vector<QueryId> QuestionDesk::close_before(QueryId id) {
  std::vector<QueryId> closed;
  while (!open_.empty() && open_.begin()->first < id) {
    closed.push_back(open_.begin()->first);
    close(closed.back());
  }
  return closed;
}

std::optional<QuestionDesk::Time> QuestionDesk::oldest_opened() const {
  if (open_.empty()) return std::nullopt;
  return open_.begin()->second;  // ids count upwards
}

const Show* QuestionDesk::show(QueryId id) const {
  const auto kept = shows_.find(id);
  return kept == shows_.end() ? nullptr : &kept->second.show;
}

std::optional<QueryId> QuestionDesk::next(const std::string& client, std::optional<QueryId> after,
                                          Time now, const std::function<double(QueryId)>& score) {
  end_old_leases(now);
  std::optional<QueryId> mine = held_by(client);
  if (!mine || mine == after) {
    std::optional<QueryId> other = best_free(after, score);
    if (!other && !mine && after && free_.contains(*after)) other = after;
    if (!other && !mine) other = held_too_long(now);
    if (mine && other) end_lease(*mine);
    if (other) mine = other;
  }
  if (mine) lease(*mine, client, now);
  return mine;
}

std::optional<QueryId> QuestionDesk::held_by(const std::string& client) const {
  const auto held = held_.find(client);
  return held == held_.end() ? std::nullopt : std::optional(held->second);
}

std::optional<QueryId> QuestionDesk::best_free(std::optional<QueryId> but,
                                               const std::function<double(QueryId)>& score) const {
  std::optional<QueryId> best;
  double highest = 0;
  std::size_t seen = 0;
  for (auto id = free_.rbegin(); id != free_.rend() && seen < rules_.looked_at; ++id) {
    if (*id == but) continue;
    ++seen;
    const double own = score(*id);
    if (best && own <= highest) continue;
    best = *id;
    highest = own;
  }
  return best;
}

std::optional<QueryId> QuestionDesk::held_too_long(Time now) const {
  if (by_since_.empty() || by_since_.begin()->first + rules_.hold > now) return std::nullopt;
  return by_since_.begin()->second;
}

void QuestionDesk::lease(QueryId id, const std::string& client, Time now) {
  const auto mine = leases_.find(id);
  const bool goes_on = mine != leases_.end() && mine->second.client == client;
  const Time since = goes_on ? mine->second.since : now;
  end_lease(id);
  if (leases_.size() >= rules_.leases) end_lease(by_since_.begin()->second);
  free_.erase(id);
  leases_[id] = {client, since, now + rules_.lease};
  held_[client] = id;
  by_since_.emplace(since, id);
  by_until_.emplace(now + rules_.lease, id);
}

void QuestionDesk::end_lease(QueryId id) {
  const auto ended = leases_.find(id);
  if (ended == leases_.end()) return;
  by_since_.erase({ended->second.since, id});
  by_until_.erase({ended->second.until, id});
  held_.erase(ended->second.client);
  leases_.erase(ended);
  free_.insert(id);
}

void QuestionDesk::end_old_leases(Time now) {
  while (!by_until_.empty() && by_until_.begin()->first <= now) {
    end_lease(by_until_.begin()->second);
  }
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
