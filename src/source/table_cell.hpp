#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mpart {

// What the bytes of a value mean.
enum class CellKind {
  kText,
  kBool,    // one byte
  kSigned,  // 1, 2, 4 or 8 bytes, lowest first
  kUnsigned,
  kFloat,      // 2, 4 or 8 bytes
  kDate,       // days since 1970, or milliseconds
  kTime,       // since midnight
  kTimestamp,  // since 1970
  kInt96,      // nanoseconds since midnight in 8 bytes, then the Julian day in 4
  kDecimal,    // up to 16 bytes
  kUuid,       // 16 bytes
};

struct CellType {
  CellKind kind = CellKind::kText;
  std::size_t width = 0;            // bytes of a value; 0 for text and decimals of any length
  std::int64_t units_a_second = 1;  // of times and timestamps
  int scale = 0;                    // digits behind the point of a decimal
  bool big_endian = false;          // decimals alone
  bool utc = false;                 // of a timestamp: it is in universal time
};

// Writes values as the same table would have them as CSV: numbers as short as they can be read back
// unchanged, true and false, 2024-01-31, 2024-01-31 12:34:56.789. A missing value is empty, and so
// is a number that is not one (NaN).
class CellPrinter {
 public:
  explicit CellPrinter(const CellType& type) : type_(type) {}

  // Text of a value; valid until the next call, and as long as `bytes`. REQUIRES: as many bytes as
  // the type's width says.
  std::string_view print(std::string_view bytes);

  static constexpr std::size_t kLongest = 96;  // of all but text

 private:
  std::string_view print_integer(std::string_view bytes);
  std::string_view print_float(std::string_view bytes);
  std::string_view print_decimal(std::string_view bytes);
  std::string_view print_timestamp(std::int64_t days, std::int64_t in_day, std::int64_t units);
  std::string_view print_uuid(std::string_view bytes);

  CellType type_;
  std::array<char, kLongest> text_{};
};

}  // namespace mpart
