#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/text.hpp"

namespace mpart {

// The memory that a file may make its reader take, whatever lengths it claims.
class TableMemory {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 30;

  explicit TableMemory(std::string name) : name_(std::move(name)) {}

  // Throws Error(kInvalidData) if there is not so much left.
  void take(std::size_t bytes) {
    if (bytes > kMost - taken_) {
      bad_input(name_,
                "more than 1 GiB would be in memory at a time; write the file with fewer rows in a "
                "row group or record batch");
    }
    taken_ += bytes;
  }
  void give_back(std::size_t bytes) { taken_ -= bytes; }

 private:
  std::string name_;
  std::size_t taken_ = 0;
};

// Bytes that are used again and again, and counted.
class TableBuffer {
 public:
  // Bytes to write to; what was there before is lost. Throws as TableMemory::take.
  std::span<char> resize(std::size_t size, TableMemory& memory) {
    if (size > bytes_.size()) {
      memory.take(size - bytes_.size());
      bytes_ = {};  // not copied
      bytes_.resize(size);
    }
    size_ = size;
    return {bytes_.data(), size_};
  }

  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::vector<char> bytes_;
  std::size_t size_ = 0;
};

}  // namespace mpart
