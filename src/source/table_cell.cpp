#include "source/table_cell.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "util/little_endian.hpp"

namespace mpart {
namespace {

constexpr std::int64_t kSecondsADay = 86400;
constexpr std::int64_t kMillisecondsADay = kSecondsADay * 1000;

std::int64_t signed_number(std::string_view bytes) {
  switch (bytes.size()) {
    case 1:
      return static_cast<signed char>(bytes[0]);
    case 2:
      return load_little_endian<std::int16_t>(bytes.data());
    case 4:
      return load_little_endian<std::int32_t>(bytes.data());
    default:
      return load_little_endian<std::int64_t>(bytes.data());
  }
}

std::uint64_t unsigned_number(std::string_view bytes) {
  const auto number = static_cast<std::uint64_t>(signed_number(bytes));
  const std::size_t bits = 8 * bytes.size();
  return bits >= 64 ? number : number & ((std::uint64_t{1} << bits) - 1);
}

float half_to_float(std::uint16_t half) {
  const int exponent = half >> 10 & 31;
  const auto fraction = static_cast<float>(half & 1023);
  float number = 0;
  if (exponent == 31) {
    number = fraction == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    number = std::ldexp(fraction, -24);
  } else {
    number = std::ldexp(fraction + 1024, exponent - 25);
  }
  return (half & 0x8000) != 0 ? -number : number;
}

// Appends to a text that has room for it.
class TextEnd {
 public:
  TextEnd(char* begin, char* end) : begin_(begin), at_(begin), end_(end) {}

  void add(char c) { *at_++ = c; }
  void add_number(std::int64_t number) { at_ = std::to_chars(at_, end_, number).ptr; }
  void add_digits(std::int64_t number, int digits) {
    for (int i = digits - 1; i >= 0; --i) {
      at_[i] = static_cast<char>('0' + number % 10);
      number /= 10;
    }
    at_ += digits;
  }

  // 12:34:56.789; zeros at the end of the fraction are left out.
  void add_time(std::int64_t units, std::int64_t units_a_second) {
    const std::int64_t seconds = units / units_a_second;
    const std::int64_t fraction = units % units_a_second;
    add_digits(seconds / 3600, 2);
    add(':');
    add_digits(seconds / 60 % 60, 2);
    add(':');
    add_digits(seconds % 60, 2);
    if (fraction == 0) return;
    add('.');
    int digits = 0;
    for (std::int64_t unit = units_a_second; unit > 1; unit /= 10) ++digits;
    add_digits(fraction, digits);
    while (at_[-1] == '0') --at_;
  }

  // A day of the Gregorian calendar, by its number from 1970-01-01. Years are counted from March,
  // so that the day that comes every four years is the last of a year.
  void add_date(std::int64_t days) {
    constexpr std::int64_t kTo1970 = 719468, kEra = 146097;  // days from 0000-03-01; in 400 years
    days += kTo1970;
    const std::int64_t era = (days >= 0 ? days : days - (kEra - 1)) / kEra;
    const std::int64_t in_era = days - era * kEra;
    const std::int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    const std::int64_t in_year = in_era - (365 * year + year / 4 - year / 100);
    const std::int64_t from_march = (5 * in_year + 2) / 153;
    const std::int64_t month = from_march < 10 ? from_march + 3 : from_march - 9;
    const std::int64_t whole_year = year + era * 400 + (month <= 2 ? 1 : 0);
    if (whole_year >= 0 && whole_year <= 9999) {
      add_digits(whole_year, 4);
    } else {
      add_number(whole_year);
    }
    add('-');
    add_digits(month, 2);
    add('-');
    add_digits(in_year - (153 * from_march + 2) / 5 + 1, 2);
  }

  std::string_view text() const { return {begin_, static_cast<std::size_t>(at_ - begin_)}; }

 private:
  char* begin_;
  char* at_;
  char* end_;
};

// Division that rounds down, also below zero. REQUIRES: divisor > 0.
std::int64_t floor_divide(std::int64_t number, std::int64_t divisor) {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}
std::int64_t floor_remainder(std::int64_t number, std::int64_t divisor) {
  const std::int64_t remainder = number % divisor;
  return remainder < 0 ? remainder + divisor : remainder;
}

}  // namespace

std::string_view CellPrinter::print(std::string_view bytes) {
  TextEnd out(text_.data(), text_.data() + text_.size());
  switch (type_.kind) {
    case CellKind::kText:
      return bytes;
    case CellKind::kBool:
      return bytes[0] != 0 ? "true" : "false";
    case CellKind::kSigned:
    case CellKind::kUnsigned:
      return print_integer(bytes);
    case CellKind::kFloat:
      return print_float(bytes);
    case CellKind::kDate: {
      const std::int64_t number = signed_number(bytes);
      out.add_date(bytes.size() == 4 ? number : floor_divide(number, kMillisecondsADay));
      return out.text();
    }
    case CellKind::kTime: {
      // No day is longer: what is outside is damaged, and shown as the number that it is.
      const std::int64_t number = signed_number(bytes);
      if (number < 0 || number / type_.units_a_second >= kSecondsADay) return print_integer(bytes);
      out.add_time(number, type_.units_a_second);
      return out.text();
    }
    case CellKind::kTimestamp: {
      const std::int64_t number = signed_number(bytes);
      const std::int64_t seconds = floor_divide(number, type_.units_a_second);
      const std::int64_t units = type_.units_a_second;
      return print_timestamp(
          floor_divide(seconds, kSecondsADay),
          floor_remainder(seconds, kSecondsADay) * units + floor_remainder(number, units), units);
    }
    case CellKind::kInt96: {
      constexpr std::int64_t kJulian1970 = 2440588, kUnits = 1'000'000'000;
      const auto nanoseconds = load_little_endian<std::int64_t>(bytes.data());
      const std::int64_t days = floor_divide(nanoseconds, kSecondsADay * kUnits);
      return print_timestamp(
          load_little_endian<std::int32_t>(bytes.data() + 8) - kJulian1970 + days,
          floor_remainder(nanoseconds, kSecondsADay * kUnits), kUnits);
    }
    case CellKind::kDecimal:
      return print_decimal(bytes);
    case CellKind::kUuid:
      return print_uuid(bytes);
  }
  return {};
}

std::string_view CellPrinter::print_integer(std::string_view bytes) {
  char* const end = text_.data() + text_.size();
  char* const stop = type_.kind == CellKind::kUnsigned
                         ? std::to_chars(text_.data(), end, unsigned_number(bytes)).ptr
                         : std::to_chars(text_.data(), end, signed_number(bytes)).ptr;
  return {text_.data(), static_cast<std::size_t>(stop - text_.data())};
}

std::string_view CellPrinter::print_float(std::string_view bytes) {
  char* const end = text_.data() + text_.size();
  char* stop = text_.data();
  if (bytes.size() == sizeof(double)) {
    const auto number = load_little_endian<double>(bytes.data());
    if (!std::isnan(number)) stop = std::to_chars(text_.data(), end, number).ptr;
  } else {
    const float number = bytes.size() == sizeof(float)
                             ? load_little_endian<float>(bytes.data())
                             : half_to_float(load_little_endian<std::uint16_t>(bytes.data()));
    if (!std::isnan(number)) stop = std::to_chars(text_.data(), end, number).ptr;
  }
  return {text_.data(), static_cast<std::size_t>(stop - text_.data())};
}

std::string_view CellPrinter::print_timestamp(std::int64_t days, std::int64_t in_day,
                                              std::int64_t units) {
  TextEnd out(text_.data(), text_.data() + text_.size());
  out.add_date(days);
  out.add(' ');
  out.add_time(in_day, units);
  if (type_.utc) {
    for (const char c : std::string_view("+00:00")) out.add(c);
  }
  return out.text();
}

// A whole number in two's complement, with a point before its last `scale` digits.
std::string_view CellPrinter::print_decimal(std::string_view bytes) {
  std::array<unsigned char, 16> number{};  // highest byte first
  const bool negative =
      !bytes.empty() &&
      (static_cast<unsigned char>(type_.big_endian ? bytes[0] : bytes.back()) & 0x80) != 0;
  number.fill(negative ? 0xFF : 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char byte = type_.big_endian ? bytes[bytes.size() - 1 - i] : bytes[i];
    number[number.size() - 1 - i] = static_cast<unsigned char>(byte);
  }
  if (negative) {  // the other bits, and one
    unsigned carry = 1;
    for (std::size_t i = number.size(); i-- > 0;) {
      carry += static_cast<unsigned char>(~number[i]);
      number[i] = static_cast<unsigned char>(carry);
      carry >>= 8;
    }
  }
  // Digits from the last one, by division by ten.
  char* const end = text_.data() + text_.size();
  char* at = end;
  int digits = 0;
  const auto is_zero = [&] {
    return std::all_of(number.begin(), number.end(), [](unsigned char b) { return b == 0; });
  };
  while (digits <= type_.scale || !is_zero()) {
    unsigned remainder = 0;
    for (unsigned char& byte : number) {
      remainder = remainder << 8 | byte;
      byte = static_cast<unsigned char>(remainder / 10);
      remainder %= 10;
    }
    if (digits == type_.scale && digits > 0) *--at = '.';
    *--at = static_cast<char>('0' + remainder);
    ++digits;
  }
  if (negative) *--at = '-';
  return {at, static_cast<std::size_t>(end - at)};
}

std::string_view CellPrinter::print_uuid(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  TextEnd out(text_.data(), text_.data() + text_.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out.add('-');
    const auto byte = static_cast<unsigned char>(bytes[i]);
    out.add(kDigits[byte >> 4]);
    out.add(kDigits[byte & 15]);
  }
  return out.text();
}

}  // namespace mpart
