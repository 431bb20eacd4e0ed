#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/line_reader.hpp"

namespace mpart {

// Rows of delimited text with quotes as in RFC 4180: a field in quotes may hold delimiters, line
// ends and doubled quotes. The delimiter is the most frequent of , ; and tab in the first row.
// Blank lines are skipped. No memory is allocated once the longest row has been seen.
class CsvRecords {
 public:
  explicit CsvRecords(std::unique_ptr<ByteStream> stream) : lines_(std::move(stream)) {}

  // Goes to the next row; false at the end.
  bool next();

  // Fields of the row, without the spaces and the quotes around them. Valid until next().
  std::span<const std::string_view> fields() const { return fields_; }

  // Fields the row has; fields() holds no more of them than the limit.
  std::size_t count() const { return count_; }
  void limit(std::size_t most) { limit_ = most; }

  char delimiter() const { return delimiter_; }  // known from the first row on

  std::uint64_t line() const { return lines_.number(); }  // where the row begins
  const std::string& name() const { return lines_.name(); }
  const ByteStream& stream() const { return lines_.stream(); }

 private:
  enum class Quote { kFieldStart, kPlain, kOpen, kClosed };

  bool is_blank(std::string_view line) const;
  void complete(std::string_view& record);
  Quote scan(std::string_view text, Quote state) const;
  void split_plain(std::string_view record);
  void split_quoted(std::string_view record);
  std::size_t unquote(std::string_view record, std::size_t position);
  void add(std::string_view field);

  LineReader lines_;
  char delimiter_ = '\0';  // not known yet
  std::vector<std::string_view> fields_;
  std::string unquoted_;  // text of the row's quoted fields
  std::size_t count_ = 0;
  std::size_t limit_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace mpart
