#include "learn/core/graph/edge_lists.hpp"

#include <algorithm>

namespace mpart {

EdgeLists::Slot EdgeLists::slot_at(NodeIndex j, std::uint32_t position) const {
  std::uint32_t block = lists_[j].first;
  for (; position >= Block::kEdges; position -= Block::kEdges) block = blocks_[block].next;
  return {block, position};
}

void EdgeLists::append(NodeIndex from, Edge edge) {
  const std::uint32_t size = lists_[from].size++;
  if (size % Block::kEdges == 0) {
    const std::uint32_t block = make_block(from);
    (size == 0 ? lists_[from].first : blocks_[slot_at(from, size - 1).block].next) = block;
  }
  const Slot slot = slot_at(from, size);
  blocks_[slot.block].to[slot.at] = edge.to;
  blocks_[slot.block].weight[slot.at] = edge.weight;
}

void EdgeLists::remove(NodeIndex from, NodeIndex to) {
  const Slot gap = find(from, to);
  const std::uint32_t size = --lists_[from].size;
  const Slot last = slot_at(from, size);
  blocks_[gap.block].to[gap.at] = blocks_[last.block].to[last.at];
  blocks_[gap.block].weight[gap.at] = blocks_[last.block].weight[last.at];
  blocks_[last.block].to[last.at] = from;
  blocks_[last.block].weight[last.at] = 0;
  if (size % Block::kEdges != 0) return;
  (size == 0 ? lists_[from].first : blocks_[slot_at(from, size - 1).block].next) = kEnd;
  unused_.push_back(last.block);
}

std::uint32_t EdgeLists::make_block(NodeIndex j) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<std::uint32_t>(blocks_.size()));
    blocks_.push_back({});
  }
  const std::uint32_t block = unused_.back();
  unused_.pop_back();
  std::fill_n(blocks_[block].weight, Block::kEdges, 0.0);
  std::fill_n(blocks_[block].to, Block::kEdges, j);
  blocks_[block].next = kEnd;
  return block;
}

}  // namespace mpart
