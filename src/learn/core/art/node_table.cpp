#include "learn/core/art/node_table.hpp"

namespace mpart {

NodeIndex NodeTable::add(std::span<const double> input) {
  width_ = input.size();
  weights_.append(input);
  tree_.insert(size_, input);
  return size_++;
}

void NodeTable::replace(NodeIndex j, std::span<const double> input) {
  std::copy(input.begin(), input.end(), weights_.data() + j * width_);
  tree_.erase(j);
  tree_.insert(j, input);
}

void NodeTable::learn(NodeIndex j, std::span<const double> input, double beta) {
  double* w = weights_.data() + j * width_;
  for (std::size_t k = 0; k < width_; ++k) {
    w[k] = beta * std::min(input[k], w[k]) + (1 - beta) * w[k];
  }
  tree_.change(j, weights(j));
}

void NodeTable::rescale(const Rescaling& change) {
  const std::size_t values = width_ / 2;
  NodeTable moved;
  std::vector<double> w(width_);
  for (NodeIndex j = 0; j < size_; ++j) {
    for (std::size_t k = 0; k < values; ++k) {
      const double factor = change.factor[k], offset = change.offset[k];
      w[k] = std::clamp(weights(j)[k] * factor + offset, 0.0, 1.0);
      const double upper = (1 - weights(j)[values + k]) * factor + offset;
      w[values + k] = 1 - std::clamp(upper, w[k], 1.0);
    }
    moved.add(w);
  }
  *this = std::move(moved);
}

NodeTable NodeTable::select(std::span<const NodeIndex> kept) const {
  NodeTable selected;
  for (const NodeIndex j : kept) selected.add(weights(j));
  selected.width_ = width_;  // even if no node is left
  return selected;
}

void NodeTable::save(Writer& writer) const {
  writer.u64(width_);
  writer.u64(size());
  for (const double weight : weights_) writer.f64(weight);
}

void NodeTable::load(Reader& reader) {
  constexpr std::uint64_t kMaxWidth = std::uint64_t{1} << 32;
  const std::uint64_t width = reader.u64();
  require(width % 2 == 0 && width <= kMaxWidth, "an invalid number of features");
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
