#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/core/graph/edge_lists.hpp"
#include "mpart/archive.hpp"
#include "mpart/types.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// How often each node won, and which nodes were active together how often.
class Topology {
 public:
  using Edge = EdgeLists::Edge;  // e_ij = c_ij / (d_i + d_j), Equation (3), kept up to date

  std::size_t size() const { return wins_.size(); }
  std::uint64_t wins(NodeIndex j) const { return wins_[j]; }  // d_j
  double wins_as_double(NodeIndex j) const { return as_double(wins_[j]); }
  EdgeLists::Range edges(NodeIndex j) const { return lists_.of(j); }
  const EdgeLists& lists() const { return lists_; }
  std::uint64_t count(NodeIndex j, const Edge& edge) const {  // c_ij
    return static_cast<std::uint64_t>(count_of(edge.weight, sum_of_wins(j, edge.to)));
  }
  std::size_t edge_count() const { return edge_count_; }  // undirected

  void add_node(std::uint64_t wins = 1);
  void replace_node(NodeIndex j);  // its edges go, a new node with one win stands there

  // Active together `count` times. REQUIRES: there is no such edge yet; wins do not change after
  // it.
  void add_edge(NodeIndex a, NodeIndex b, std::uint64_t count) {
    connect(a, b, as_double(count) / sum_of_wins(a, b));
  }

  // A hint that node j will win soon.
  void fetch(NodeIndex j) const {
    __builtin_prefetch(&wins_[j]);
    lists_.fetch(j);
  }

  // Node `winner` has won and was active together with all of `activated` (itself among them).
  void win(NodeIndex winner, std::span<const NodeIndex> activated);

  // The same graph with only these nodes, in this order.
  Topology select(std::span<const NodeIndex> kept) const;

  void save(Writer& writer) const;
  void load(Reader& reader);  // REQUIRES: empty

 private:
  // Of a number that is not negative as a signed one, either: processors have an instruction for
  // that.
  static double as_double(std::uint64_t count) {
    return static_cast<double>(static_cast<std::int64_t>(count));
  }
  double sum_of_wins(NodeIndex i, NodeIndex j) const { return as_double(wins_[i] + wins_[j]); }
  // Not kept: it is the whole number that the weight was made of, and below 2^50 rounding errors
  // are too small to lead to another. A double has no bits below 1 from 2^52 on.
  static double count_of(double weight, double sum_of_wins) {
    return (weight * sum_of_wins + 0x1p52) - 0x1p52;
  }
  void connect(NodeIndex a, NodeIndex b, double weight);

  BigVector<std::uint64_t> wins_;
  EdgeLists lists_;
  std::size_t edge_count_ = 0;
};

}  // namespace mpart
