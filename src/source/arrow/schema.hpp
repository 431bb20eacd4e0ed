#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "source/arrow/flat_table.hpp"
#include "source/table_cell.hpp"
#include "source/table_memory.hpp"

namespace mpart::arrow {

// How the values of a column lie in memory.
enum class Layout {
  kNull,       // no bytes at all: every value is missing
  kBits,       // one bit each
  kFixed,      // as many bytes each as the type's width
  kText,       // offsets of 4 bytes, then the bytes of all
  kLargeText,  // offsets of 8 bytes
  kViews,      // 16 bytes each, with a short text inside or the place of a long one
};

struct ArrayType {
  Layout layout = Layout::kNull;
  CellType cell;
};

struct Field {
  std::string name;
  ArrayType type;                          // of the values
  std::optional<std::int64_t> dictionary;  // its id: the column holds indices into it
  ArrayType index;                         // of those
};

struct Schema {
  std::vector<Field> fields;
  std::string pandas;  // what pandas says of its table, in JSON
};

// Throws Error(kInvalidData) if it is damaged, or names the column that is not one value a row.
// Many fields can be one in the file, so the memory that they take is counted.
Schema read_schema(const FlatTable& schema, TableMemory& memory, const std::string& name);

}  // namespace mpart::arrow
