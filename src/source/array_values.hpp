#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mpart {

// What the header of an NPY or IDX file says.
struct ArrayFormat {
  enum class Kind { kFloat, kSigned, kUnsigned, kBool, kBytes, kUnicode };

  Kind kind = Kind::kFloat;
  std::size_t item_bytes = 0;
  bool big_endian = false;
  std::vector<std::uint64_t> shape;
};

// The numbers of a row. Unsigned bytes are taken for pictures and scaled to [0,1].
// REQUIRES: the format is one of numbers and the bytes are those of `values.size()` items.
void read_values(const ArrayFormat& format, std::string_view row, std::span<double> values);

// One item as a class name; empty for NaN. False if it is not Unicode.
// REQUIRES: the bytes are those of one item.
bool read_label(const ArrayFormat& format, std::string_view item, std::string& label);

// Whether read_values knows the format.
bool is_numeric(const ArrayFormat& format);

}  // namespace mpart
