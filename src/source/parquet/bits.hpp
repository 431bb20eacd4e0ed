#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "util/little_endian.hpp"

namespace mpart::parquet {

// The eight bytes that begin at `position`, lowest first; zeros behind the end.
inline std::uint64_t load_eight(std::string_view bytes, std::size_t position) {
  char eight[8] = {};
  if (position + sizeof eight <= bytes.size()) {
    return load_little_endian<std::uint64_t>(bytes.data() + position);
  }
  if (position < bytes.size()) {
    std::memcpy(eight, bytes.data() + position, bytes.size() - position);
  }
  return load_little_endian<std::uint64_t>(eight);
}

// Number `index` of numbers of `width` bits each, packed from the lowest bit on. REQUIRES: width is
// at most 64.
inline std::uint64_t packed_number(std::string_view bytes, std::uint64_t index, unsigned width) {
  if (width == 0) return 0;
  const std::uint64_t bit = index * width;
  const auto byte = static_cast<std::size_t>(bit / 8);
  const auto shift = static_cast<unsigned>(bit % 8);
  std::uint64_t number = load_eight(bytes, byte) >> shift;
  if (shift + width > 64) number |= load_eight(bytes, byte + 8) << (64 - shift);
  return width == 64 ? number : number & ((std::uint64_t{1} << width) - 1);
}

// Takes a number of seven bits a byte off the front; false if there is none.
inline bool take_varint(std::string_view& bytes, std::uint64_t& number) {
  number = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes[0]);
    bytes.remove_prefix(1);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// The same of a number that may be negative.
inline bool take_signed_varint(std::string_view& bytes, std::uint64_t& number) {
  if (!take_varint(bytes, number)) return false;
  number = number >> 1 ^ (0 - (number & 1));
  return true;
}

}  // namespace mpart::parquet
