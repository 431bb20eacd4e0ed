#include "learn/art/resonance.hpp"

#include <algorithm>

namespace mpart {

namespace {

// Sums of decimal fractions miss their exact value by some 1e-16.
constexpr double kSlack = 1e-12;

struct Best {
  double choice = -1;
  NodeIndex node = kNoNode;

  void consider(double other_choice, NodeIndex other) {
    if (other_choice > choice || (other_choice == choice && other < node)) {
      choice = other_choice;
      node = other;
    }
  }
};

}  // namespace

NodeIndex resonate(const NodeTable& nodes, const Parameters& parameters, Scratch& scratch) {
  scratch.activated.clear();
  if (nodes.size() == 0) return kNoNode;
  const BoxTree& tree = nodes.tree();
  const double input_norm = static_cast<double>(scratch.input.size()) / 2;  // |I| = n, always
  const double vigilance = (parameters.rho - kSlack) * input_norm;
  Best best;
  scratch.groups.assign(1, tree.root());
  for (std::size_t g = 0; g < scratch.groups.size(); ++g) {
    if (g + 1 < scratch.groups.size()) tree.fetch_rows(scratch.groups[g + 1]);
    const BoxTree::Group& group = tree.group(scratch.groups[g]);
    double overlap[BoxTree::kFan];
    tree.overlaps(group, scratch.input, overlap);
    std::uint32_t passing[BoxTree::kFan];
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < group.size; ++i) {
      passing[count] = i;  // no branch: which of them pass cannot be predicted
      count += overlap[i] >= vigilance ? 1 : 0;
    }
    for (const std::uint32_t i : std::span(passing, count)) {
      if (group.leaf) {
        scratch.activated.push_back(group.member[i]);
        best.consider(overlap[i] / (parameters.alpha + tree.norm(group, i)), group.member[i]);
      } else {
        scratch.groups.push_back(group.member[i]);
        tree.fetch_group(group.member[i]);
      }
    }
  }
  std::sort(scratch.activated.begin(), scratch.activated.end());
  return best.node;
}

// The group with the highest bound is opened first, so none is opened that cannot hold the winner.
NodeIndex nearest(const NodeTable& nodes, const Parameters& parameters, Scratch& scratch) {
  if (nodes.size() == 0) return kNoNode;
  const BoxTree& tree = nodes.tree();
  Best best;
  std::vector<std::pair<double, std::uint32_t>>& heap = scratch.bounds;
  heap.assign(1, {1, tree.root()});  // T_j < 1
  while (!heap.empty() && heap.front().first >= best.choice) {
    const BoxTree::Group& group = tree.group(heap.front().second);
    std::pop_heap(heap.begin(), heap.end());
    heap.pop_back();
    double overlap[BoxTree::kFan];
    tree.overlaps(group, scratch.input, overlap);
    for (std::size_t i = 0; i < group.size; ++i) {
      const double choice = overlap[i] / (parameters.alpha + tree.norm(group, i));
      if (group.leaf) {
        best.consider(choice, group.member[i]);
      } else if (choice >= best.choice) {
        heap.emplace_back(choice, group.member[i]);
        std::push_heap(heap.begin(), heap.end());
      }
    }
  }
  return best.node;
}

}  // namespace mpart
