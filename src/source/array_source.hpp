#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "mpart/source.hpp"
#include "source/array_values.hpp"
#include "source/byte_stream.hpp"

namespace mpart {

// The rows of an array, one a first index, without their meaning. No number of the header is
// believed: a row is held only when all its bytes have come.
class ArrayRows {
 public:
  // REQUIRES: the stream is at the first row. Throws Error(kInvalidData) if the shape cannot be
  // that of a table, or is not that of the bytes as far as their number is known.
  ArrayRows(std::unique_ptr<ByteStream> stream, ArrayFormat format);

  // The next row; false after the last. Valid until the next call.
  // Throws Error(kInvalidData) if bytes are missing or left over.
  bool next(std::string_view& row);

  const ArrayFormat& format() const { return format_; }
  std::uint64_t count() const { return format_.shape[0]; }
  std::size_t width() const { return row_bytes_ / format_.item_bytes; }
  std::uint64_t row() const { return row_; }  // of the latest row, from 1
  const std::string& name() const { return stream_->name(); }
  const ByteStream& stream() const { return *stream_; }

 private:
  std::unique_ptr<ByteStream> stream_;
  ArrayFormat format_;
  std::size_t row_bytes_ = 0;
  std::uint64_t row_ = 0;
};

// Reads the head of a file and leaves the stream at its first row.
using OpenArray = ArrayRows (*)(std::unique_ptr<ByteStream>);

// Samples from a file of features and, if there is one, a file of labels, both opened by `open`.
// Throws Error(kInvalidData) if the features are not numbers or the labels are not as many.
std::unique_ptr<Source> read_arrays(OpenArray open, std::unique_ptr<ByteStream> features,
                                    std::unique_ptr<ByteStream> labels,
                                    const SourceOptions& options);

}  // namespace mpart
