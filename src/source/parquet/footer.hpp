#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "source/random_input.hpp"
#include "source/table_cell.hpp"
#include "source/unpack_block.hpp"

namespace mpart::parquet {

enum class Physical { kBoolean, kInt32, kInt64, kInt96, kFloat, kDouble, kBytes, kFixedBytes };

struct Column {
  std::string name;
  Physical physical = Physical::kBoolean;
  std::size_t width = 0;  // bytes of a value; 0 if each has its own length
  CellType type;
  bool optional = false;  // values may be missing
};

// The pages of a column in a row group.
struct Chunk {
  std::uint64_t begin = 0, end = 0;  // in the file
  Packing packing = Packing::kNone;
};

struct RowGroup {
  std::uint64_t rows = 0;
  std::vector<Chunk> chunks;  // one for each column
};

struct Footer {
  std::vector<Column> columns;
  std::vector<RowGroup> groups;
  std::uint64_t rows = 0;
  std::string pandas;  // what pandas says of its table, in JSON
};

// Throws Error(kInvalidData) if the file is not Parquet, is damaged, or has a column of lists or of
// other things that are not one value.
Footer read_footer(const RandomInput& file);

}  // namespace mpart::parquet
