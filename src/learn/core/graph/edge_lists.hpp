#pragma once

#include <cstdint>
#include <vector>

#include "mpart/types.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// The neighbours of every node and the weights of the edges to them, in the order in which they
// came. Lists are chains of blocks, a block is a line of the cache.
class EdgeLists {
 public:
  struct Edge {
    NodeIndex to = 0;
    double weight = 0;
  };

  // Slots that are not used lead from a node to itself with weight 0: who adds up weights need not
  // look for the end.
  struct alignas(64) Block {
    static constexpr std::uint32_t kEdges = 5;
    double weight[kEdges];
    NodeIndex to[kEdges];
    std::uint32_t next;
  };
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};  // of a chain

  // Where an edge is kept; it stays there until an edge of the same list is removed.
  struct Slot {
    std::uint32_t block = kEnd;
    std::uint32_t at = 0;
  };

  class Iterator {
   public:
    Iterator(const Block* blocks, std::uint32_t block, std::uint32_t left)
        : blocks_(blocks), slot_{block, 0}, left_(left) {}
    Edge operator*() const { return {own().to[slot_.at], own().weight[slot_.at]}; }
    Iterator& operator++() {
      --left_;
      if (++slot_.at == Block::kEdges) slot_ = {own().next, 0};
      return *this;
    }
    bool operator==(const Iterator& other) const { return left_ == other.left_; }
    Slot slot() const { return slot_; }

   private:
    const Block& own() const { return blocks_[slot_.block]; }
    const Block* blocks_;
    Slot slot_;
    std::uint32_t left_;
  };

  struct Range {
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
  };

  Range of(NodeIndex j) const {
    return {{blocks_.data(), lists_[j].first, lists_[j].size}, {blocks_.data(), kEnd, 0}};
  }
  std::uint32_t size(NodeIndex j) const { return lists_[j].size; }  // neighbours of j
  std::uint32_t first_block(NodeIndex j) const { return lists_[j].first; }
  const Block& block(std::uint32_t block) const { return blocks_[block]; }

  void fetch(NodeIndex j) const { __builtin_prefetch(&lists_[j]); }

  Slot find(NodeIndex from, NodeIndex to) const {  // with block kEnd if there is no such edge
    std::uint32_t block = lists_[from].first;
    while (block != kEnd) {
      std::uint32_t at = Block::kEdges;
      for (std::uint32_t i = 0; i < Block::kEdges; ++i) at = blocks_[block].to[i] == to ? i : at;
      if (at != Block::kEdges) return {block, at};
      block = blocks_[block].next;
    }
    return {};
  }
  Edge at(Slot slot) const {
    return {blocks_[slot.block].to[slot.at], blocks_[slot.block].weight[slot.at]};
  }
  void set(Slot slot, double weight) { blocks_[slot.block].weight[slot.at] = weight; }

  void add_node() { lists_.push_back({}); }
  void append(NodeIndex from, Edge edge);
  void remove(NodeIndex from, NodeIndex to);  // the last edge takes its place

 private:
  struct List {
    std::uint32_t first = kEnd;
    std::uint32_t size = 0;
  };

  Slot slot_at(NodeIndex j, std::uint32_t position) const;
  std::uint32_t make_block(NodeIndex j);

  BigVector<List> lists_;
  BigVector<Block> blocks_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace mpart
