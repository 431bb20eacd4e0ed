#include "learn/graph/topology.hpp"

namespace mpart {

void Topology::add_node(std::uint64_t wins) {
  wins_.push_back(wins);
  edges_.emplace_back();
  place_.push_back(0);
}

void Topology::replace_node(NodeIndex j) {
  while (!edges_[j].empty()) disconnect(j, static_cast<std::uint32_t>(edges_[j].size() - 1));
  wins_[j] = 1;
}

void Topology::win(NodeIndex winner, std::span<const NodeIndex> activated) {
  std::vector<Edge>& own = edges_[winner];
  for (std::uint32_t i = 0; i < own.size(); ++i) place_[own[i].to] = i + 1;
  for (const NodeIndex other : activated) {
    if (other == winner) continue;
    if (place_[other] == 0) {
      connect(winner, other, 1 / sum_of_wins(winner, other));
    } else {
      Edge& edge = own[place_[other] - 1];
      edge.weight = static_cast<double>(count(winner, edge) + 1) / sum_of_wins(winner, other);
    }
  }
  for (Edge& edge : own) {
    const auto coactivations = static_cast<double>(count(winner, edge));
    edge.weight = coactivations / (sum_of_wins(winner, edge.to) + 1);
    edges_[edge.to][edge.back].weight = edge.weight;
    place_[edge.to] = 0;
  }
  ++wins_[winner];
}

namespace {

// Most nodes have few neighbours: their lists grow by two, where doubling would leave them half
// empty.
void make_room(std::vector<Topology::Edge>& edges) {
  constexpr std::size_t kFew = 16;
  if (edges.size() == edges.capacity() && edges.size() < kFew) edges.reserve(edges.size() + 2);
}

}  // namespace

void Topology::connect(NodeIndex a, NodeIndex b, double weight) {
  const auto place_in_a = static_cast<std::uint32_t>(edges_[a].size());
  const auto place_in_b = static_cast<std::uint32_t>(edges_[b].size());
  make_room(edges_[a]);
  make_room(edges_[b]);
  edges_[a].push_back({b, place_in_b, weight});
  edges_[b].push_back({a, place_in_a, weight});
  ++edge_count_;
}

void Topology::disconnect(NodeIndex a, std::uint32_t position) {
  // The last edge of a list moves into the gap, so its other half has to learn the new place.
  const auto remove = [this](NodeIndex j, std::uint32_t gap) {
    const Edge moved = edges_[j].back();
    edges_[j].pop_back();
    if (gap == edges_[j].size()) return;
    edges_[j][gap] = moved;
    edges_[moved.to][moved.back].back = gap;
  };
  const Edge edge = edges_[a][position];
  remove(edge.to, edge.back);
  remove(a, position);
  --edge_count_;
}

Topology Topology::select(std::span<const NodeIndex> kept) const {
  std::vector<NodeIndex> place(size(), kNoNode);
  Topology selected;
  for (const NodeIndex j : kept) {
    place[j] = static_cast<NodeIndex>(selected.size());
    selected.add_node(wins_[j]);
  }
  for (const NodeIndex j : kept) {
    for (const Edge& edge : edges_[j]) {
      if (j < edge.to && place[edge.to] != kNoNode) {
        selected.connect(place[j], place[edge.to], edge.weight);
      }
    }
  }
  return selected;
}

void Topology::save(Writer& writer) const {
  writer.u64(size());
  for (NodeIndex j = 0; j < size(); ++j) {
    writer.u64(wins_[j]);
    writer.u64(edges_[j].size());
    for (const Edge& edge : edges_[j]) {  // in this order: sums over neighbours depend on it
      writer.u32(edge.to);
      writer.u32(edge.back);
      writer.u64(count(j, edge));
    }
  }
}

void Topology::load(Reader& reader) {
  constexpr std::size_t kNodeBytes = 16;
  constexpr std::size_t kEdgeBytes = 16;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 50;  // see count()
  std::size_t halves = 0;
  for (std::size_t nodes = reader.count(kNodeBytes); nodes > 0; --nodes) {
    add_node(reader.u64());
    require(wins_.back() > 0, "a node that never won");
    require(wins_.back() <= kMost, "an impossible number of wins");
    edges_.back().resize(reader.count(kEdgeBytes));
    halves += edges_.back().size();
    for (Edge& edge : edges_.back()) {
      edge.to = reader.u32();
      edge.back = reader.u32();
      const std::uint64_t count = reader.u64();
      require(count > 0 && count <= kMost, "an impossible number of coactivations");
      edge.weight = static_cast<double>(count);  // until the wins of all nodes are known
    }
  }
  edge_count_ = halves / 2;
  for (NodeIndex j = 0; j < size(); ++j) {
    for (std::uint32_t i = 0; i < edges_[j].size(); ++i) {
      const Edge& edge = edges_[j][i];
      require(edge.to < size() && edge.to != j && edge.back < edges_[edge.to].size(),
              "an edge leads nowhere");
      const Edge& other = edges_[edge.to][edge.back];
      require(other.to == j && other.back == i && other.weight == edge.weight,
              "the halves of an edge differ");
    }
  }
  for (NodeIndex j = 0; j < size(); ++j) {
    for (Edge& edge : edges_[j]) edge.weight /= sum_of_wins(j, edge.to);
  }
}

}  // namespace mpart
