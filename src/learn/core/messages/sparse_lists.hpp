#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mpart/types.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// A list for each node, where most have none: four bytes for a node that never had one.
template <typename T>
class SparseLists {
 public:
  std::size_t size() const { return slots_.size(); }  // nodes
  void add_node() { slots_.push_back(0); }
  void resize(std::size_t nodes) { slots_.resize(nodes, 0); }

  std::span<const T> at(NodeIndex j) const { return lists_[slots_[j]]; }

  // The nodes that have or had a list, in the order in which they got it.
  std::span<const NodeIndex> owners() const { return owners_; }

  // To be changed. An emptied list keeps its memory.
  std::vector<T>& edit(NodeIndex j) {
    if (slots_[j] == 0) {
      slots_[j] = static_cast<std::uint32_t>(lists_.size());
      lists_.emplace_back();
      owners_.push_back(j);
    }
    return lists_[slots_[j]];
  }

  void clear(NodeIndex j) {
    if (slots_[j] != 0) lists_[slots_[j]].clear();
  }

 private:
  BigVector<std::uint32_t> slots_;                       // positions in lists_
  std::vector<std::vector<T>> lists_{std::vector<T>()};  // the first is the empty one of many nodes
  std::vector<NodeIndex> owners_;                        // of the others
};

}  // namespace mpart
