#include "serve/recent_shows.hpp"

#include <utility>

namespace mpart::serve {

void RecentShows::keep(std::uint64_t time, wire::Show show) {
  if (show.empty()) return;
  bytes_ += show.bytes();
  shows_.insert_or_assign(time, std::move(show));
  while (bytes_ > most_bytes_) {
    bytes_ -= shows_.begin()->second.bytes();
    shows_.erase(shows_.begin());
  }
}

std::optional<wire::Show> RecentShows::take(std::uint64_t time) {
  auto found = shows_.extract(time);
  if (found.empty()) return std::nullopt;
  bytes_ -= found.mapped().bytes();
  return std::move(found.mapped());
}

void RecentShows::clear() {
  shows_.clear();
  bytes_ = 0;
}

}  // namespace mpart::serve
