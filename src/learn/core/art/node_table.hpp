#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/core/art/box_tree.hpp"
#include "mpart/archive.hpp"
#include "mpart/scaling.hpp"
#include "mpart/types.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// The Fuzzy ART categories: a weight vector w_j of 2n values for each node.
// With complement coding w_j = [u_j, 1 - v_j] is the box from u_j to v_j.
class NodeTable {
 public:
  // How a node stands to an input I.
  struct Overlap {
    double overlap = 0;  // |I ^ w_j|
    double norm = 0;     // |w_j|
  };

  std::size_t size() const { return size_; }
  std::size_t width() const { return width_; }  // of a coded input, 2n; 0 until the first node

  // A new node with w = I.
  NodeIndex add(std::span<const double> input);

  // The node of slot j is forgotten and a new one with w = I takes its place.
  void replace(NodeIndex j, std::span<const double> input);

  // w_j <- beta (I ^ w_j) + (1 - beta) w_j, Equation (2).
  void learn(NodeIndex j, std::span<const double> input, double beta);

  // Moves every box to another scale; what leaves [0,1] ends at its border.
  void rescale(const Rescaling& change);

  std::span<const double> weights(NodeIndex j) const {
    return {weights_.data() + j * width_, width_};
  }
  // A hint that they will be read soon.
  void fetch(NodeIndex j) const { __builtin_prefetch(weights_.data() + j * width_); }

  Overlap overlap(NodeIndex j, std::span<const double> input) const {
    const double* w = weights_.data() + j * width_;
    Overlap sums;
    for (std::size_t k = 0; k < input.size(); ++k) {
      sums.overlap += std::min(w[k], input[k]);
      sums.norm += w[k];
    }
    return sums;
  }

  // L1 distance from a coded sample to the box of node j. Inside it, both halves of w are below I.
  double distance(NodeIndex j, std::span<const double> input) const {
    double sum = 0;
    for (std::size_t k = 0; k < input.size(); ++k) sum += std::max(0.0, weights(j)[k] - input[k]);
    return sum;
  }

  const BoxTree& tree() const { return tree_; }  // to search in

  NodeTable select(std::span<const NodeIndex> kept) const;  // only these nodes, in this order
  void save(Writer& writer) const;
  void load(Reader& reader);  // REQUIRES: empty

 private:
  std::size_t width_ = 0;
  NodeIndex size_ = 0;
  BigVector<double> weights_;  // [node][2n]
  BoxTree tree_;
};

}  // namespace mpart
