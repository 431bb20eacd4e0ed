#include "prepare/cell_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace mpart {
namespace {

constexpr std::size_t kLongestMissing = 4;
constexpr std::size_t kLongestCellNumber = 64;  // digits with their marks

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads `digits` decimal digits, or nothing; takes them from `text`.
bool take_digits(std::string_view& text, std::size_t least, std::size_t most, int& number) {
  std::size_t count = 0;
  number = 0;
  while (count < most && count < text.size() && is_digit(text[count])) {
    number = number * 10 + (text[count++] - '0');
  }
  if (count < least) return false;
  text.remove_prefix(count);
  return true;
}

bool take_char(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// Days from 1970-01-01 to a date of the Gregorian calendar, by counting years from March (Howard
// Hinnant's days_from_civil).
long days_from_civil(long year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const long era = (year >= 0 ? year : year - 399) / 400;
  const long year_of_era = year - era * 400;
  const long day_of_year = (153L * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const long day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

int days_of_month(int year, int month) {
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays.at(static_cast<std::size_t>(month - 1)) + (leap && month == 2 ? 1 : 0);
}

bool take_year_first(std::string_view& text, int& year, int& month, int& day) {
  if (!take_digits(text, 4, 4, year)) return false;
  const char mark = text.empty() ? '\0' : text.front();
  return (mark == '-' || mark == '/') && take_char(text, mark) && take_digits(text, 1, 2, month) &&
         take_char(text, mark) && take_digits(text, 1, 2, day);
}

// Two digits of a year are 1970 to 2069.
bool take_year_last(std::string_view& text, bool day_first, int& year, int& month, int& day) {
  int& first = day_first ? day : month;
  int& second = day_first ? month : day;
  if (!take_digits(text, 1, 2, first)) return false;
  const char mark = text.empty() ? '\0' : text.front();
  const bool known = mark == '/' || mark == '-' || (mark == '.' && day_first);
  if (!known || !take_char(text, mark) || !take_digits(text, 1, 2, second) ||
      !take_char(text, mark)) {
    return false;
  }
  const std::size_t before = text.size();
  if (!take_digits(text, 2, 4, year) || before - text.size() == 3) return false;
  if (before - text.size() == 2) year += year < 70 ? 2000 : 1900;
  return true;
}

bool take_seconds(std::string_view& text, double& seconds) {
  int whole = 0;
  if (!take_digits(text, 2, 2, whole) || whole > 60) return false;  // 60: a leap second
  seconds = whole;
  if (!take_char(text, '.') && !take_char(text, ',')) return true;
  double scale = 0.1;
  std::size_t digits = 0;
  for (; digits < text.size() && is_digit(text[digits]); ++digits, scale /= 10) {
    seconds += (text[digits] - '0') * scale;
  }
  text.remove_prefix(digits);
  return digits > 0;
}

// "Z", "+02:00", "+0200", "+02", or nothing.
bool take_zone(std::string_view& text, double& minutes) {
  minutes = 0;
  if (text.empty() || take_char(text, 'Z') || take_char(text, 'z')) return true;
  const bool west = text.front() == '-';
  if (!take_char(text, '+') && !take_char(text, '-')) return false;
  int hours = 0, rest = 0;
  if (!take_digits(text, 2, 2, hours)) return false;
  take_char(text, ':');
  if (!text.empty() && !take_digits(text, 2, 2, rest)) return false;
  if (hours > 18 || rest > 59) return false;  // no zone is farther from UTC
  minutes = (west ? -1 : 1) * (hours * 60 + rest);
  return true;
}

bool take_half_day(std::string_view& text, int& hours) {
  std::string_view rest = text;
  take_char(rest, ' ');
  if (rest.size() != 2 || (rest[1] != 'M' && rest[1] != 'm')) return true;
  const bool afternoon = rest[0] == 'P' || rest[0] == 'p';
  if (!afternoon && rest[0] != 'A' && rest[0] != 'a') return true;
  if (hours < 1 || hours > 12) return false;
  hours = hours % 12 + (afternoon ? 12 : 0);
  text = {};
  return true;
}

bool take_time(std::string_view& text, double& days) {
  int hours = 0, minutes = 0;
  double seconds = 0, zone = 0;
  if (!take_digits(text, 1, 2, hours) || !take_char(text, ':') ||
      !take_digits(text, 2, 2, minutes)) {
    return false;
  }
  if (take_char(text, ':') && !take_seconds(text, seconds)) return false;
  if (!take_half_day(text, hours)) return false;
  take_char(text, ' ');
  if (!take_zone(text, zone) || hours > 24 || minutes > 59) return false;
  days = (hours * 3600 + (minutes - zone) * 60 + seconds) / 86400;
  return true;
}

// Writes a number without the marks of its groups and with a point; empty if it is none.
std::string_view without_groups(std::string_view cell, char group, char point,
                                std::array<char, kLongestCellNumber>& buffer) {
  if (cell.size() > buffer.size()) return {};
  const std::size_t end = std::min(cell.find(point), cell.find_first_of("eE"));
  const std::size_t whole_end = std::min(end, cell.size());
  std::size_t run = 0, written = 0;  // digits since the last mark, or since the start
  bool grouped = false;
  for (std::size_t i = 0; i < cell.size(); ++i) {
    const char c = cell[i];
    if (i < whole_end && c == group) {
      if (run == 0 || run > 3 || (grouped && run != 3)) return {};
      grouped = true;
      run = 0;
      continue;
    }
    if (i == whole_end && grouped && run != 3) return {};
    if (c == group || (c == '.' && group != '.' && i != whole_end)) return {};
    if (i < whole_end && is_digit(c)) ++run;
    buffer.at(written++) = i == whole_end && c == point ? '.' : c;
  }
  if (whole_end == cell.size() && grouped && run != 3) return {};
  return {buffer.data(), written};
}

}  // namespace

bool is_missing_cell(std::string_view cell) {
  if (cell.empty()) return true;
  if (cell.size() > kLongestMissing) return false;
  if (cell.size() == 1) return cell == "?" || cell == "-" || cell == ".";
  const std::string lower = lower_case(cell);  // so short a text is copied without memory
  constexpr std::array<std::string_view, 9> kSpellings{"--",  "na",   "n/a",  "#n/a", "<na>",
                                                       "nan", "null", "none", "nil"};
  return std::find(kSpellings.begin(), kSpellings.end(), lower) != kSpellings.end();
}

NumberState parse_cell_number(std::string_view cell, CellForm form, double& value) {
  if (form != CellForm::kComma && form != CellForm::kGrouped) return parse_number(cell, value);
  std::array<char, kLongestCellNumber> buffer{};
  const bool comma = form == CellForm::kComma;
  const std::string_view plain = without_groups(cell, comma ? '.' : ',', comma ? ',' : '.', buffer);
  return plain.empty() ? NumberState::kNotNumber : parse_number(plain, value);
}

bool parse_cell_date(std::string_view cell, CellForm form, double& days) {
  int year = 0, month = 0, day = 0;
  const bool taken = form == CellForm::kYearFirst
                         ? take_year_first(cell, year, month, day)
                         : take_year_last(cell, form == CellForm::kDayFirst, year, month, day);
  if (!taken || month < 1 || month > 12 || day < 1 || day > days_of_month(year, month)) {
    return false;
  }
  double time = 0;
  const bool timed = take_char(cell, 'T') || take_char(cell, ' ');
  if (timed && !take_time(cell, time)) return false;
  if (!cell.empty()) return false;
  days = static_cast<double>(days_from_civil(year, month, day)) + time;
  return true;
}

}  // namespace mpart
