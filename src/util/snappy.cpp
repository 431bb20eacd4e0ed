#include "util/snappy.hpp"

#include <cstdint>
#include <cstring>

#include "util/back_reference.hpp"

namespace mpart {
namespace {

// The bytes of a block that have not been read.
struct SnappyBytes {
  const char* at;
  const char* end;

  std::size_t left() const { return static_cast<std::size_t>(end - at); }

  // A number of `count` bytes, lowest first. REQUIRES: so many are left.
  std::size_t take(std::size_t count) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < count; ++i) {
      number |= static_cast<std::size_t>(static_cast<unsigned char>(*at++)) << (8 * i);
    }
    return number;
  }
};

// The length of the unpacked bytes: seven bits a byte, lowest first.
bool take_length(SnappyBytes& bytes, std::size_t& length) {
  constexpr unsigned kMostBits = 35;
  length = 0;
  for (unsigned shift = 0; shift < kMostBits && bytes.left() > 0; shift += 7) {
    const std::size_t byte = bytes.take(1);
    length |= (byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// Copies bytes that are not compressed. Up to 60 of them are counted by the tag itself.
bool copy_literal(SnappyBytes& bytes, std::size_t tag, std::span<char> into, std::size_t& done) {
  std::size_t length = (tag >> 2) + 1;
  if (length > 60) {
    const std::size_t extra = length - 60;
    if (bytes.left() < extra) return false;
    length = bytes.take(extra) + 1;
  }
  if (length > bytes.left() || length > into.size() - done) return false;
  std::memcpy(into.data() + done, bytes.at, length);
  bytes.at += length;
  done += length;
  return true;
}

// Copies bytes that came before, by an offset of 11, 16 or 32 bits.
bool copy_again(SnappyBytes& bytes, std::size_t tag, std::span<char> into, std::size_t& done) {
  const std::size_t kind = tag & 3;
  const std::size_t extra = kind == 3 ? 4 : kind;
  if (bytes.left() < extra) return false;
  std::size_t offset = bytes.take(extra);
  std::size_t length = (tag >> 2) + 1;
  if (kind == 1) {
    offset |= (tag >> 5) << 8;
    length = ((tag >> 2) & 7) + 4;
  }
  return repeat_bytes(into, done, offset, length);
}

}  // namespace

bool unpack_snappy(std::string_view packed, std::span<char> into) {
  SnappyBytes bytes{packed.data(), packed.data() + packed.size()};
  std::size_t length = 0;
  if (!take_length(bytes, length) || length != into.size()) return false;
  std::size_t done = 0;
  while (bytes.left() > 0) {
    const std::size_t tag = bytes.take(1);
    const bool sound =
        (tag & 3) == 0 ? copy_literal(bytes, tag, into, done) : copy_again(bytes, tag, into, done);
    if (!sound) return false;
  }
  return done == into.size();
}

}  // namespace mpart
