#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/arrow/flat_table.hpp"
#include "source/arrow/schema.hpp"
#include "source/table_memory.hpp"

namespace mpart::arrow {

// The values of a column in a record batch.
struct Array {
  std::uint64_t length = 0;
  std::string_view validity;  // a bit each; empty: no value is missing
  std::string_view offsets;   // of texts
  std::string_view values;
  std::vector<std::string_view> further;  // bytes of long texts that views point to

  bool is_missing(std::uint64_t i) const {
    if (validity.empty()) return false;
    return (static_cast<unsigned char>(validity[i / 8]) >> (i % 8) & 1) == 0;
  }
};

// The bytes of value i of an array; false if they lie outside. `bit` keeps the value of a bit.
// REQUIRES: i < length, and the value is not missing.
bool find_value(const Array& array, const ArrayType& type, std::uint64_t i, std::string_view& value,
                char& bit);

// The buffers of a record batch, taken one after the other; unpacks those that are compressed.
class BatchReader {
 public:
  // `batch` is the RecordBatch of the metadata, `body` the bytes behind it. Both must stay where
  // they are, `name` and `memory` too. `unpacked` keeps what was compressed; its buffers are used
  // again. Throws Error(kInvalidData) if the batch is damaged.
  BatchReader(const FlatTable& batch, std::string_view body, std::vector<TableBuffer>& unpacked,
              TableMemory& memory, const std::string& name);

  std::uint64_t length() const { return length_; }

  // The next column. Throws Error(kInvalidData) unless it has a place for every row.
  Array take(const ArrayType& type);

 private:
  std::string_view take_buffer();
  std::string_view unpack(std::string_view bytes);
  [[noreturn]] void damaged() const;

  FlatVector nodes_, buffers_, view_counts_;
  std::string_view body_;
  std::vector<TableBuffer>* unpacked_;
  TableMemory* memory_;
  const std::string* name_;
  std::uint64_t length_ = 0;
  bool compressed_ = false;
  bool zstd_ = false;
  std::size_t node_ = 0, buffer_ = 0, views_ = 0, used_ = 0;
};

}  // namespace mpart::arrow
