#pragma once

#include <cstdint>
#include <string_view>

namespace mpart::parquet {

// Whole numbers as differences from one to the next, in blocks that are packed by their widest
// difference: Parquet's DELTA_BINARY_PACKED.
class DeltaReader {
 public:
  DeltaReader() = default;
  explicit DeltaReader(std::string_view bytes) : bytes_(bytes) {}

  // The next number in two's complement; false if there is none or the bytes are damaged.
  bool next(std::uint64_t& number);

  // The bytes behind all the numbers; false if they are damaged. REQUIRES: next was not called.
  bool skip_all(std::string_view& rest);

 private:
  bool begin();
  bool begin_block();
  bool begin_small_block();

  std::string_view bytes_;   // not read yet
  std::string_view widths_;  // of the block's small blocks that have not begun
  std::string_view packed_;  // the present small block
  bool begun_ = false;
  bool first_ = true;                                // the first number stands in the head
  std::uint64_t left_ = 0;                           // numbers that follow
  std::uint64_t small_blocks_ = 0, small_size_ = 0;  // of a block; numbers in each
  std::uint64_t in_small_ = 0;                       // numbers left in the present small block
  std::uint64_t index_ = 0;
  unsigned width_ = 0;
  std::uint64_t least_ = 0, number_ = 0;
};

}  // namespace mpart::parquet
