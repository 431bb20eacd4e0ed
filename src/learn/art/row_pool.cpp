#include "learn/art/row_pool.hpp"

#include <algorithm>

namespace mpart {

Row* RowPool::take(std::size_t blocks, std::size_t rows_per_block) {
  if (blocks < unused_.size() && !unused_[blocks].empty()) {
    Row* rows = unused_[blocks].back();
    unused_[blocks].pop_back();
    return rows;
  }
  if (used_blocks_ + blocks > chunk_blocks_) {
    constexpr std::size_t kLargest = (std::size_t{1} << 21) / sizeof(Row);  // two megabytes
    const std::size_t rows = std::min(2 * chunk_blocks_ * rows_per_block, kLargest);
    chunk_blocks_ = std::max(rows / rows_per_block, blocks);
    chunks_.emplace_back().resize(chunk_blocks_ * rows_per_block);
    used_blocks_ = 0;
  }
  Row* rows = chunks_.back().data() + used_blocks_ * rows_per_block;
  used_blocks_ += blocks;
  return rows;
}

void RowPool::give_back(Row* rows, std::size_t blocks) {
  if (unused_.size() <= blocks) unused_.resize(blocks + 1);
  unused_[blocks].push_back(rows);
}

}  // namespace mpart
