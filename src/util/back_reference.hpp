#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace mpart {

// Appends `length` bytes to the first `done` of `into`, equal to those that begin `offset` bytes
// before; the two may overlap, so that a short text is repeated. False if there are no such bytes
// or no room.
inline bool repeat_bytes(std::span<char> into, std::size_t& done, std::size_t offset,
                         std::size_t length) {
  if (offset == 0 || offset > done || length > into.size() - done) return false;
  char* const to = into.data() + done;
  const char* const from = to - offset;
  if (offset >= length) {
    std::memcpy(to, from, length);
  } else {
    for (std::size_t i = 0; i < length; ++i) to[i] = from[i];
  }
  done += length;
  return true;
}

}  // namespace mpart
