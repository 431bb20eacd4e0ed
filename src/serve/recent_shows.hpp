#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "wire/sample_json.hpp"

namespace mpart::serve {

// What people would see of the last samples, for strategies that ask about an earlier one. Only the
// newest stay, so that all together have at most so many bytes.
class RecentShows {
 public:
  explicit RecentShows(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // REQUIRES: a later time than all before.
  void keep(std::uint64_t time, wire::Show show);
  // Nothing if there was nothing to see, or if it was too long ago.
  std::optional<wire::Show> take(std::uint64_t time);
  void clear();

  std::size_t bytes() const { return bytes_; }

 private:
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::map<std::uint64_t, wire::Show> shows_;  // by time
};

}  // namespace mpart::serve
