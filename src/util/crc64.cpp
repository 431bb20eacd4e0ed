#include "util/crc64.hpp"

#include <array>

namespace mpart {

namespace {

constexpr std::uint64_t kPolynomial = 0xC96C5795D7870F42;  // ECMA-182, reflected

constexpr std::size_t kAtOnce = 8;  // bytes, a table for each
using Table = std::array<std::uint64_t, 256>;

// Table k has what a byte leaves after k more bytes of zeros.
constexpr std::array<Table, kAtOnce> make_tables() {
  std::array<Table, kAtOnce> tables{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    std::uint64_t remainder = byte;
    for (std::size_t bit = 0; bit < 8 * kAtOnce; ++bit) {
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? kPolynomial : 0);
      if (bit % 8 == 7) tables[bit / 8][byte] = remainder;
    }
  }
  return tables;
}

constexpr std::array<Table, kAtOnce> kTables = make_tables();

std::uint64_t little_endian(const char* bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < kAtOnce; ++i) {
    value |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << 8 * i;
  }
  return value;
}

}  // namespace

std::uint64_t crc64(std::string_view bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (; bytes.size() >= kAtOnce; bytes.remove_prefix(kAtOnce)) {
    const std::uint64_t mixed = crc ^ little_endian(bytes.data());
    crc = 0;
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      crc ^= kTables[kAtOnce - 1 - i][(mixed >> 8 * i) & 0xFF];
    }
  }
  for (const char byte : bytes) {
    crc = kTables[0][(crc ^ static_cast<std::uint8_t>(byte)) & 0xFF] ^ (crc >> 8);
  }
  return ~crc;
}

}  // namespace mpart
