#include "learn/art/node_table.hpp"

#include <algorithm>

namespace mpart {

NodeIndex NodeTable::add(std::span<const double> input) {
  width_ = input.size();
  tree_.insert(size_, input);
  return size_++;
}

void NodeTable::replace(NodeIndex j, std::span<const double> input) {
  tree_.erase(j);
  tree_.insert(j, input);
}

NodeTable NodeTable::select(std::span<const NodeIndex> kept) const {
  NodeTable selected;
  std::vector<double> weights(width_);
  for (const NodeIndex j : kept) {
    for (std::size_t k = 0; k < width_; ++k) weights[k] = weight(j, k);
    selected.add(weights);
  }
  selected.width_ = width_;  // even if no node is left
  return selected;
}

void NodeTable::save(Writer& writer) const {
  writer.u64(width_);
  writer.u64(size());
  for (NodeIndex j = 0; j < size(); ++j) {
    for (std::size_t k = 0; k < width_; ++k) writer.f64(weight(j, k));
  }
}

void NodeTable::load(Reader& reader) {
  constexpr std::uint64_t kMaxWidth = std::uint64_t{1} << 32;
  const std::uint64_t width = reader.u64();
  require(width % 2 == 0 && width <= kMaxWidth, "an impossible number of features");
  const std::size_t count = reader.count(std::max<std::size_t>(width, 1) * sizeof(double));
  require(count == 0 || width > 0, "nodes without features");
  std::vector<double> weights(count == 0 ? 0 : width);
  for (std::size_t j = 0; j < count; ++j) {
    for (double& weight : weights) {
      weight = reader.finite();
      require(weight >= 0 && weight <= 1, "a weight outside [0,1]");
    }
    add(weights);
  }
  width_ = width;
}

}  // namespace mpart
