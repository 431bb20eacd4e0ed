#include "source/arrow/dictionary.hpp"

namespace mpart::arrow {

bool Dictionary::add(const Array& array, const ArrayType& type, bool delta, TableMemory& memory) {
  if (!delta) {
    cells_.clear();
    ends_.clear();
  }
  CellPrinter printer(type.cell);
  std::string_view value;
  char bit = 0;
  for (std::uint64_t i = 0; i < array.length; ++i) {
    if (!array.is_missing(i)) {
      if (!find_value(array, type, i, value, bit)) return false;
      const std::string_view cell = printer.print(value);
      if (cell.size() > TableMemory::kMost) return false;
      cells_ += cell;
    }
    ends_.push_back(cells_.size());
    const std::size_t held = cells_.capacity() + ends_.capacity() * sizeof(std::uint64_t);
    if (held > memory_) {
      memory.take(held - memory_);
      memory_ = held;
    }
  }
  return true;
}

}  // namespace mpart::arrow
