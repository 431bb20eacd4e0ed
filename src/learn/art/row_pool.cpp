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
    constexpr std::size_t kLargest = 1024;
    chunk_blocks_ = std::clamp(2 * chunk_blocks_, blocks, kLargest);
    chunks_.push_back(std::make_unique_for_overwrite<Row[]>(chunk_blocks_ * rows_per_block));
    used_blocks_ = 0;
  }
  Row* rows = chunks_.back().get() + used_blocks_ * rows_per_block;
  used_blocks_ += blocks;
  return rows;
}

void RowPool::give_back(Row* rows, std::size_t blocks) {
  if (unused_.size() <= blocks) unused_.resize(blocks + 1);
  unused_[blocks].push_back(rows);
}

}  // namespace mpart
