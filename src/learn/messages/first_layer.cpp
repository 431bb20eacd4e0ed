#include "learn/messages/first_layer.hpp"

namespace mpart {

void FirstLayer::take_out(NodeIndex j) {
  const auto wins = static_cast<double>(topology_.wins(j));
  const bool labelled = !labels_.at(j).empty();
  for (const Topology::Edge& edge : topology_.edges(j)) {
    densities_[edge.to].subtract(delta_ * edge.weight * wins);
    if (labelled) add_labels(edge.to, j, -delta_ * edge.weight);
  }
}

void FirstLayer::put_in(NodeIndex j) {
  densities_.resize(topology_.size());
  masses_.resize(topology_.size());
  const auto wins = static_cast<double>(topology_.wins(j));
  const bool labelled = !labels_.at(j).empty();
  for (const Topology::Edge& edge : topology_.edges(j)) {
    densities_[edge.to].add(delta_ * edge.weight * wins);
    if (labelled) add_labels(edge.to, j, delta_ * edge.weight);
  }
  sum_own(j);
}

void FirstLayer::put_in_all() {
  densities_.resize(topology_.size());
  masses_.resize(topology_.size());
  for (NodeIndex j = 0; j < topology_.size(); ++j) sum_own(j);
}

// What j hears, from itself and from its neighbours.
void FirstLayer::sum_own(NodeIndex j) {
  ExactSum density;
  density.add(static_cast<double>(topology_.wins(j)));
  masses_.clear(j);
  add_labels(j, j, 1);
  for (const Topology::Edge& edge : topology_.edges(j)) {
    density.add(delta_ * edge.weight * static_cast<double>(topology_.wins(edge.to)));
    add_labels(j, edge.to, delta_ * edge.weight);
  }
  densities_[j] = density;
}

void FirstLayer::add_labels(NodeIndex to, NodeIndex from, double weight) {
  for (const LabelDensities::Density& density : labels_.at(from)) {
    mass(to, density.label).add(weight * static_cast<double>(density.count));
  }
}

ExactSum& FirstLayer::mass(NodeIndex j, ClassIndex label) {
  std::vector<Mass>& own = masses_.edit(j);
  for (Mass& entry : own) {
    if (entry.label == label) return entry.sum;
  }
  own.push_back({label, {}});
  return own.back().sum;
}

}  // namespace mpart
