#include "learn/core/messages/first_layer.hpp"

namespace mpart {

void FirstLayer::take_out(NodeIndex j) {
  const double wins = topology_.wins_as_double(j);
  const bool labelled = !labels_.at(j).empty();
  for (const Topology::Edge& edge : topology_.edges(j)) {
    densities_[edge.to].subtract(delta_ * edge.weight * wins);
    if (labelled) add_labels(edge.to, j, -delta_ * edge.weight);
  }
}

void FirstLayer::put_in(NodeIndex j) {
  densities_.resize(topology_.size());
  masses_.resize(topology_.size());
  hear<true>(j);
}

void FirstLayer::put_in_all() {
  densities_.resize(topology_.size());
  masses_.resize(topology_.size());
  for (NodeIndex j = 0; j < topology_.size(); ++j) hear<false>(j);
}

// Sums up what j hears, from itself and from its neighbours, and on the way tells them.
template <bool kTell>
void FirstLayer::hear(NodeIndex j) {
  const double wins = topology_.wins_as_double(j);
  const bool tells_labels = kTell && !labels_.at(j).empty();
  ExactSum density;
  density.add(wins);
  masses_.clear(j);
  add_labels(j, j, 1);
  for (const Topology::Edge& edge : topology_.edges(j)) {
    const double weight = delta_ * edge.weight;
    density.add(weight * topology_.wins_as_double(edge.to));
    add_labels(j, edge.to, weight);
    if (kTell) densities_[edge.to].add(weight * wins);
    if (tells_labels) add_labels(edge.to, j, weight);
  }
  densities_[j] = density;
}

void FirstLayer::add_labels(NodeIndex to, NodeIndex from, double weight) {
  for (const LabelCount& density : labels_.at(from)) {
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
