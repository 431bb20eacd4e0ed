#include "learn/art/resonance.hpp"

namespace mpart {

namespace {

// Sums of decimal fractions miss their exact value by some 1e-16.
constexpr double kSlack = 1e-12;

class Best {
 public:
  Best(const NodeTable& nodes, const Parameters& parameters, const Scratch& scratch)
      : nodes_(nodes), parameters_(parameters), scratch_(scratch) {}

  void consider(NodeIndex j) {
    const double choice = scratch_.overlap[j] / (parameters_.alpha + nodes_.norm(j));
    if (choice > choice_) {
      choice_ = choice;
      node_ = j;
    }
  }
  NodeIndex node() const { return node_; }

 private:
  const NodeTable& nodes_;
  const Parameters& parameters_;
  const Scratch& scratch_;
  double choice_ = -1;
  NodeIndex node_ = kNoNode;
};

}  // namespace

NodeIndex resonate(const NodeTable& nodes, const Parameters& parameters, Scratch& scratch) {
  nodes.overlaps(scratch.input, scratch.overlap);
  const double input_norm = static_cast<double>(scratch.input.size()) / 2;  // |I| = n, always
  const double vigilance = (parameters.rho - kSlack) * input_norm;
  scratch.activated.clear();
  Best best(nodes, parameters, scratch);
  const auto count = static_cast<NodeIndex>(nodes.size());
  for (NodeIndex j = 0; j < count; ++j) {
    if (scratch.overlap[j] >= vigilance) {
      scratch.activated.push_back(j);
      best.consider(j);
    }
  }
  return best.node();
}

NodeIndex nearest(const NodeTable& nodes, const Parameters& parameters, const Scratch& scratch) {
  Best best(nodes, parameters, scratch);
  const auto count = static_cast<NodeIndex>(nodes.size());
  for (NodeIndex j = 0; j < count; ++j) best.consider(j);
  return best.node();
}

}  // namespace mpart
