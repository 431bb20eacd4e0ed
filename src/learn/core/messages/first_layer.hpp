#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "learn/core/graph/topology.hpp"
#include "learn/core/messages/exact_sum.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "learn/core/messages/sparse_lists.hpp"
#include "mpart/types.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// What one layer of message passing, Equation (4), makes of the counts and labels of each node,
//   X_i^(1) = X_i + delta sum_j e_ij X_j.
// It is kept for every node, because the last layer of an expansion is by far its largest, while a
// step changes only what the winner and its neighbours tell one another: that is taken out before
// the step and put in after it.
class FirstLayer {
 public:
  struct Mass {
    ClassIndex label = 0;
    ExactSum sum;
  };

  FirstLayer(double delta, const Topology& topology, const LabelDensities& labels)
      : delta_(delta), topology_(topology), labels_(labels) {}

  double density(NodeIndex j) const { return densities_[j].value(); }
  std::span<const Mass> labels(NodeIndex j) const { return masses_.at(j); }

  // Around every change of the wins, edges or labels of node j. A new node needs put_in() alone.
  void take_out(NodeIndex j);
  void put_in(NodeIndex j);

  void put_in_all();  // after loading

 private:
  template <bool kTell>
  void hear(NodeIndex j);
  void add_labels(NodeIndex to, NodeIndex from, double weight);
  ExactSum& mass(NodeIndex j, ClassIndex label);

  double delta_;
  const Topology& topology_;
  const LabelDensities& labels_;
  BigVector<ExactSum> densities_;
  SparseLists<Mass> masses_;
};

}  // namespace mpart
