#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/art/box_tree.hpp"
#include "mpart/archive.hpp"
#include "mpart/types.hpp"

namespace mpart {

// The Fuzzy ART categories: a weight vector w_j of 2n values for each node.
// With complement coding w_j = [u_j, 1 - v_j] is the box from u_j to v_j.
class NodeTable {
 public:
  std::size_t size() const { return size_; }
  std::size_t width() const { return width_; }  // of a coded input, 2n; 0 until the first node

  // A new node with w = I.
  NodeIndex add(std::span<const double> input);

  // The node of slot j is forgotten and a new one with w = I takes its place.
  void replace(NodeIndex j, std::span<const double> input);

  // w_j <- beta (I ^ w_j) + (1 - beta) w_j, Equation (2).
  void learn(NodeIndex j, std::span<const double> input, double beta) {
    tree_.lower(j, input, beta);
  }

  double norm(NodeIndex j) const { return tree_.value(j, width_); }  // |w_j|
  double weight(NodeIndex j, std::size_t k) const { return tree_.value(j, k); }
  const BoxTree& tree() const { return tree_; }  // to search in

  NodeTable select(std::span<const NodeIndex> kept) const;  // only these nodes, in this order
  void save(Writer& writer) const;
  void load(Reader& reader);  // REQUIRES: empty

 private:
  std::size_t width_ = 0;
  NodeIndex size_ = 0;
  BoxTree tree_;
};

}  // namespace mpart
