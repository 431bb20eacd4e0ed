#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mpart {

// Writes the bytes of a model: little-endian numbers; texts and arrays follow their length.
class Writer {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void u32(std::uint32_t value);
  void u64(std::uint64_t value);
  void f64(double value) { u64(std::bit_cast<std::uint64_t>(value)); }
  void raw(std::string_view value) { bytes_.append(value); }
  void text(std::string_view value);
  void f64s(std::span<const double> values);
  const std::string& bytes() const { return bytes_; }
  std::string take_bytes() { return std::move(bytes_); }  // the last call

 private:
  std::string bytes_;
};

// Reads what Writer wrote. Every call throws Error(kCorrupt) rather than read past the end. A
// length is checked against the bytes that are left before anything of that size is allocated.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t u8();
  std::uint32_t u32();
  std::uint64_t u64();
  double f64() { return std::bit_cast<double>(u64()); }
  double finite();  // f64 that is neither NaN nor infinite
  std::string text();
  std::vector<double> f64s();    // all finite
  std::vector<double> sample();  // the same, but NaN may stand for a missing value

  // Reads the length of a list whose items take at least `item_bytes` each.
  std::size_t count(std::size_t item_bytes);
  bool done() const { return rest_.empty(); }

 private:
  std::string_view take(std::size_t size);

  std::string_view rest_;
};

// Throws Error(kCorrupt) "damaged model: WHAT" unless `sound`.
void require(bool sound, const char* what);

}  // namespace mpart
