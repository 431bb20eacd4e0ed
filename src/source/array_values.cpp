#include "source/array_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "wire/number_text.hpp"

namespace mpart {
namespace {

using Kind = ArrayFormat::Kind;

template <typename T>
T load(const char* bytes, bool swapped) {
  std::array<char, sizeof(T)> copy{};
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (swapped) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<T>(copy);
}

bool is_swapped(const ArrayFormat& format) {
  return format.big_endian != (std::endian::native == std::endian::big);
}

// Calls `use` with a value of the C++ type that the items have.
template <typename Use>
void with_type(const ArrayFormat& format, Use use) {
  const std::size_t size = format.item_bytes;
  if (format.kind == Kind::kFloat) {
    size == 4 ? use(float{}) : use(double{});
  } else if (format.kind == Kind::kSigned) {
    if (size == 1) return use(std::int8_t{});
    if (size == 2) return use(std::int16_t{});
    size == 4 ? use(std::int32_t{}) : use(std::int64_t{});
  } else {
    if (size == 1) return use(std::uint8_t{});
    if (size == 2) return use(std::uint16_t{});
    size == 4 ? use(std::uint32_t{}) : use(std::uint64_t{});
  }
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto tail = [&](std::uint32_t bits) { out += static_cast<char>(0x80 | (bits & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    tail(code);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    tail(code >> 6);
    tail(code);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    tail(code >> 12);
    tail(code >> 6);
    tail(code);
  }
}

// NumPy stores UTF-32 and fills up with zeros.
bool read_unicode(const ArrayFormat& format, std::string_view item, std::string& label) {
  const bool swapped = is_swapped(format);
  label.clear();
  std::size_t zeros = 0;
  for (std::size_t i = 0; i + 4 <= item.size(); i += 4) {
    const auto code = load<std::uint32_t>(item.data() + i, swapped);
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    append_utf8(code, label);
    zeros = code == 0 ? zeros + 1 : 0;
  }
  label.resize(label.size() - zeros);
  return true;
}

}  // namespace

bool is_numeric(const ArrayFormat& format) {
  return format.kind != Kind::kBytes && format.kind != Kind::kUnicode;
}

void read_values(const ArrayFormat& format, std::string_view row, std::span<double> values) {
  const bool swapped = is_swapped(format) && format.item_bytes > 1;
  with_type(format, [&](auto type) {
    using T = decltype(type);
    const char* item = row.data();
    for (double& value : values) {
      value = static_cast<double>(load<T>(item, swapped));
      item += sizeof(T);
    }
  });
  if (format.kind == Kind::kBool) {
    for (double& value : values) value = value == 0 ? 0 : 1;
  } else if (format.kind == Kind::kUnsigned && format.item_bytes == 1) {
    for (double& value : values) value /= 255;
  }
}

bool read_label(const ArrayFormat& format, std::string_view item, std::string& label) {
  if (format.kind == Kind::kUnicode) return read_unicode(format, item, label);
  if (format.kind == Kind::kBytes) {
    label.assign(item.substr(0, item.find_last_not_of('\0') + 1));
  } else if (format.kind == Kind::kBool) {
    label = item[0] == '\0' ? "false" : "true";
  } else {
    with_type(format, [&](auto type) {
      using T = decltype(type);
      const T value = load<T>(item.data(), is_swapped(format));
      if constexpr (std::is_integral_v<T>) {
        wire::write_integer(value, label);
      } else {
        std::isnan(value) ? label.clear() : wire::write_number(value, label);
      }
    });
  }
  return true;
}

}  // namespace mpart
