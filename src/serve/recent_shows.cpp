#include "serve/recent_shows.hpp"

#include <string_view>
#include <utility>

#include "util/crc64.hpp"

namespace mpart::serve {

namespace {

// Bit by bit: a missing value, NaN, is equal to itself here.
std::uint64_t key_of(std::span<const double> values) {
  const std::span<const std::byte> bytes = std::as_bytes(values);
  return crc64({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

void RecentShows::keep(std::span<const double> values, wire::Show show) {
  if (show.empty()) return;
  const std::uint64_t key = key_of(values);
  if (const auto found = by_key_.find(key); found != by_key_.end()) drop(found->second);
  bytes_ += show.bytes();
  by_key_[key] = order_.insert(order_.end(), {key, std::move(show)});
  while (bytes_ > most_bytes_) drop(order_.begin());
}

std::optional<wire::Show> RecentShows::take(std::span<const double> values) {
  const auto found = by_key_.find(key_of(values));
  if (found == by_key_.end()) return std::nullopt;
  wire::Show show = found->second->show;
  drop(found->second);
  return show;
}

void RecentShows::drop(Order::iterator kept) {
  bytes_ -= kept->show.bytes();
  by_key_.erase(kept->key);
  order_.erase(kept);
}

void RecentShows::clear() {
  order_.clear();
  by_key_.clear();
  bytes_ = 0;
}

}  // namespace mpart::serve
