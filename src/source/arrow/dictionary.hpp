#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/arrow/array.hpp"

namespace mpart::arrow {

// The cells that the indices of a column stand for.
class Dictionary {
 public:
  // Adds the values of an array; those before are replaced, or stay if it is a delta. False if the
  // array is damaged. Throws as TableMemory::take.
  bool add(const Array& array, const ArrayType& type, bool delta, TableMemory& memory);

  // False if there is no such entry.
  bool find(std::uint64_t index, std::string_view& cell) const {
    if (index >= ends_.size()) return false;
    const std::uint64_t begin = index == 0 ? 0 : ends_[index - 1];
    cell = std::string_view(cells_).substr(begin, ends_[index] - begin);
    return true;
  }

 private:
  std::string cells_;
  std::vector<std::uint64_t> ends_;  // in cells_
  std::size_t memory_ = 0;
};

}  // namespace mpart::arrow
