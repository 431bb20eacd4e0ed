#include "source/csv_records.hpp"

#include <cstring>

#include "util/text.hpp"

namespace mpart {
namespace {

constexpr auto kNone = std::string_view::npos;

// Decimal commas make commas as frequent as the semicolons between them, so semicolon and tab win a
// draw.
char sniff_delimiter(std::string_view line) {
  std::size_t commas = 0, semicolons = 0, tabs = 0;
  bool inside = false;
  for (const char c : line) {
    if (c == '"') inside = !inside;
    if (inside) continue;
    commas += c == ',' ? 1 : 0;
    semicolons += c == ';' ? 1 : 0;
    tabs += c == '\t' ? 1 : 0;
  }
  if (tabs > 0 && tabs >= semicolons && tabs >= commas) return '\t';
  return semicolons > 0 && semicolons >= commas ? ';' : ',';
}

}  // namespace

bool CsvRecords::next() {
  std::string_view record;
  do {
    if (!lines_.next(record)) return false;
  } while (is_blank(record));
  if (delimiter_ == '\0') delimiter_ = sniff_delimiter(record);
  fields_.clear();
  count_ = 0;
  if (record.find('"') == kNone) {
    split_plain(record);
  } else {
    complete(record);
    split_quoted(record);
  }
  return true;
}

bool CsvRecords::is_blank(std::string_view line) const {
  // A line of tabs is a row of empty fields where tabs are delimiters.
  return line.find_first_not_of(delimiter_ == '\t' ? " " : " \t") == kNone;
}

// Adds lines to the record until no quote is open.
void CsvRecords::complete(std::string_view& record) {
  Quote state = scan(record, Quote::kFieldStart);
  while (state == Quote::kOpen) {
    const std::size_t scanned = record.size();
    if (!lines_.extend(record)) bad_input(name(), line(), "the quote is not closed");
    state = scan(record.substr(scanned), state);
  }
}

CsvRecords::Quote CsvRecords::scan(std::string_view text, Quote state) const {
  for (const char c : text) {
    if (state == Quote::kOpen) {
      if (c == '"') state = Quote::kClosed;
    } else if (c == '"' && state != Quote::kPlain) {
      state = Quote::kOpen;  // at the start of a field, or the second of a doubled quote
    } else if (c == delimiter_) {
      state = Quote::kFieldStart;
    } else if (state != Quote::kFieldStart || (c != ' ' && c != '\t')) {
      state = Quote::kPlain;
    }
  }
  return state;
}

void CsvRecords::split_plain(std::string_view record) {
  const char* at = record.data();
  const char* const end = at + record.size();
  for (;;) {
    const void* found = std::memchr(at, delimiter_, static_cast<std::size_t>(end - at));
    const char* stop = found == nullptr ? end : static_cast<const char*>(found);
    add(trim({at, static_cast<std::size_t>(stop - at)}));
    if (found == nullptr) return;
    at = stop + 1;
  }
}

void CsvRecords::split_quoted(std::string_view record) {
  unquoted_.clear();
  unquoted_.reserve(record.size());  // views of it must stay valid while it grows
  const char* const spaces = delimiter_ == '\t' ? " " : " \t";
  std::size_t position = 0;
  for (;;) {
    const std::size_t start = record.find_first_not_of(spaces, position);
    if (start != kNone && record[start] == '"') {
      position = record.find_first_not_of(spaces, unquote(record, start + 1));
    } else {
      const std::size_t stop = record.find(delimiter_, position);
      add(trim(record.substr(position, stop - position)));
      position = stop;
    }
    if (position == kNone) return;
    if (record[position] != delimiter_) {
      bad_input(name(), line(),
                "column " + std::to_string(count_) + ": text after the closing quote");
    }
    ++position;
  }
}

// Adds the field whose text begins at `position`; returns where its closing quote ends.
std::size_t CsvRecords::unquote(std::string_view record, std::size_t position) {
  const std::size_t begin = unquoted_.size();
  for (;;) {
    const std::size_t quote = record.find('"', position);  // complete() made sure there is one
    unquoted_.append(record, position, quote - position);
    position = quote + 1;
    if (position == record.size() || record[position] != '"') break;
    unquoted_ += '"';
    ++position;
  }
  add(std::string_view(unquoted_).substr(begin));
  return position;
}

void CsvRecords::add(std::string_view field) {
  if (count_++ < limit_) fields_.push_back(field);
}

}  // namespace mpart
