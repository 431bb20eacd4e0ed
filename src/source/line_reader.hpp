#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "source/byte_stream.hpp"

namespace mpart {

// Lines of text ended by LF or CR LF, the last one maybe by nothing. A UTF-8 byte order mark is
// skipped. Throws Error(kInvalidData) for UTF-16 and for a line of more than kMaxLine bytes.
class LineReader {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{64} << 20;

  explicit LineReader(std::unique_ptr<ByteStream> stream);

  // The next line without its end; false after the last. Valid until the next call.
  bool next(std::string_view& line);

  // Makes `line`, the latest one, longer by its end and the line that follows; false if none does.
  bool extend(std::string_view& line);

  std::uint64_t number() const { return number_; }  // of the latest line, or where it began; from 1
  const std::string& name() const { return stream_->name(); }
  const ByteStream& stream() const { return *stream_; }

 private:
  std::unique_ptr<ByteStream> stream_;
  std::size_t taken_ = 0;     // bytes of the latest line with its end, not consumed yet
  std::uint64_t number_ = 0;  // of the latest line
  std::uint64_t lines_ = 0;   // taken so far
};

}  // namespace mpart
