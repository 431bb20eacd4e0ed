#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mpart {

// The number whose bytes, lowest first, begin at `bytes`, wherever that is aligned.
template <typename Number>
Number load_little_endian(const char* bytes) {
  if constexpr (std::endian::native == std::endian::little) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return number;
  } else {
    char turned[sizeof(Number)];
    for (std::size_t i = 0; i < sizeof turned; ++i) turned[i] = bytes[sizeof turned - 1 - i];
    return std::bit_cast<Number>(turned);
  }
}

}  // namespace mpart
