#pragma once

#include <cstddef>
#include <vector>

#include "learn/art/overlap.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// Memory for arrays of one to some blocks, without a gap between them; what is given back is used
// again for an array of the same length.
class RowPool {
 public:
  // Row [blocks][rows_per_block], of any contents. Every call has the same rows_per_block.
  Row* take(std::size_t blocks, std::size_t rows_per_block);
  void give_back(Row* rows, std::size_t blocks);

 private:
  std::vector<BigVector<Row>> chunks_;
  std::size_t chunk_blocks_ = 0;           // size of the last one
  std::size_t used_blocks_ = 0;            // of the last one
  std::vector<std::vector<Row*>> unused_;  // by number of blocks
};

}  // namespace mpart
