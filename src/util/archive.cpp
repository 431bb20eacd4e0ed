#include "mpart/archive.hpp"

#include <cmath>

#include "mpart/error.hpp"

namespace mpart {

namespace {

// Byte by byte, so that the file is the same on a machine of either byte order.
template <typename Unsigned>
void append(std::string& bytes, Unsigned value) {
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    bytes.push_back(static_cast<char>(value >> (8 * i)));
  }
}

template <typename Unsigned>
Unsigned parse(std::string_view bytes) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
    value |= static_cast<Unsigned>(static_cast<std::uint8_t>(bytes[i])) << (8 * i);
  }
  return value;
}

}  // namespace

void Writer::u32(std::uint32_t value) { append(bytes_, value); }

void Writer::u64(std::uint64_t value) { append(bytes_, value); }

void Writer::text(std::string_view value) {
  u64(value.size());
  bytes_.append(value);
}

void Writer::f64s(std::span<const double> values) {
  u64(values.size());
  for (const double value : values) f64(value);
}

std::string_view Reader::take(std::size_t size) {
  require(size <= rest_.size(), "it is cut short");
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

std::uint8_t Reader::u8() { return static_cast<std::uint8_t>(take(1)[0]); }

std::uint32_t Reader::u32() { return parse<std::uint32_t>(take(4)); }

std::uint64_t Reader::u64() { return parse<std::uint64_t>(take(8)); }

double Reader::finite() {
  const double value = f64();
  require(std::isfinite(value), "a number that is not finite");
  return value;
}

std::string Reader::text() { return std::string(take(count(1))); }

std::vector<double> Reader::f64s() {
  std::vector<double> values(count(sizeof(double)));
  for (double& value : values) value = finite();
  return values;
}

std::vector<double> Reader::sample() {
  std::vector<double> values(count(sizeof(double)));
  for (double& value : values) {
    value = f64();
    require(!std::isinf(value), "a number that is not finite");
  }
  return values;
}

std::size_t Reader::count(std::size_t item_bytes) {
  const std::uint64_t items = u64();
  require(items <= rest_.size() / item_bytes, "a list is longer than the file");
  return static_cast<std::size_t>(items);
}

void require(bool sound, const char* what) {
  if (!sound) {
    throw corrupt(std::string("damaged model: ") + what);
  }
}

}  // namespace mpart
