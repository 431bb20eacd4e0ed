#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <unordered_map>

#include "wire/sample_json.hpp"

namespace mpart::serve {

// What people would see of the last samples, for strategies that ask about an earlier one. Samples
// are known by their values, bit by bit; of those with the same values the last one counts. Only
// the newest stay, so that all together have at most so many bytes.
class RecentShows {
 public:
  explicit RecentShows(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  void keep(std::span<const double> values, wire::Show show);
  // Nothing if there was nothing to see, or if it was too long ago.
  std::optional<wire::Show> take(std::span<const double> values);
  void clear();

  std::size_t bytes() const { return bytes_; }

 private:
  struct Kept {
    std::uint64_t key = 0;  // of the values
    wire::Show show;
  };
  using Order = std::list<Kept>;

  void drop(Order::iterator kept);

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  Order order_;  // the newest is the last
  std::unordered_map<std::uint64_t, Order::iterator> by_key_;
};

}  // namespace mpart::serve
