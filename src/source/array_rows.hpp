#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "source/byte_stream.hpp"

namespace mpart {

// What the header of an NPY or IDX file says.
struct ArrayFormat {
  enum class Kind { kFloat, kSigned, kUnsigned, kBool, kBytes, kUnicode };

  Kind kind = Kind::kFloat;
  std::size_t item_bytes = 0;
  bool big_endian = false;
  std::vector<std::uint64_t> shape;
};

// The rows of an array, one a first index, without their meaning. No number of the header is
// believed: a row is held only when all its bytes have come.
class ArrayRows {
 public:
  // REQUIRES: the stream is at the first row. Throws Error(kBadInput) if the shape cannot be that
  // of a table, or is not that of the bytes as far as their number is known.
  ArrayRows(std::unique_ptr<ByteStream> stream, ArrayFormat format);

  // The next row; false after the last. Valid until the next call.
  // Throws Error(kBadInput) if bytes are missing or left over.
  bool next(std::string_view& row);

  const ArrayFormat& format() const { return format_; }
  std::uint64_t count() const { return format_.shape[0]; }
  std::size_t width() const { return row_bytes_ / format_.item_bytes; }
  std::uint64_t row() const { return row_; }  // of the latest row, from 1
  const std::string& name() const { return stream_->name(); }
  const ByteStream& stream() const { return *stream_; }

 private:
  void check_size() const;

  std::unique_ptr<ByteStream> stream_;
  ArrayFormat format_;
  std::size_t row_bytes_ = 0;
  std::uint64_t row_ = 0;
};

}  // namespace mpart
