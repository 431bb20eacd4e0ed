#include "learn/core/graph/topology.hpp"

namespace mpart {

void Topology::add_node(std::uint64_t wins) {
  wins_.push_back(wins);
  lists_.add_node();
}

void Topology::replace_node(NodeIndex j) {
  while (lists_.size(j) > 0) {
    const NodeIndex other = (*edges(j).begin()).to;
    lists_.remove(j, other);
    lists_.remove(other, j);
    --edge_count_;
  }
  wins_[j] = 1;
}

void Topology::win(NodeIndex winner, std::span<const NodeIndex> activated) {
  for (const NodeIndex other : activated) {
    if (other == winner) continue;
    const double sum = sum_of_wins(winner, other);
    const EdgeLists::Slot slot = lists_.find(winner, other);
    if (slot.block == EdgeLists::kEnd) {
      connect(winner, other, 1 / sum);
    } else {
      lists_.set(slot, (count_of(lists_.at(slot).weight, sum) + 1) / sum);
    }
  }
  const EdgeLists::Range own = edges(winner);
  for (auto place = own.begin(); place != own.end(); ++place) {
    const Edge edge = *place;
    const double sum = sum_of_wins(winner, edge.to);
    const double weight = count_of(edge.weight, sum) / (sum + 1);
    lists_.set(place.slot(), weight);
    lists_.set(lists_.find(edge.to, winner), weight);
  }
  ++wins_[winner];
}

void Topology::connect(NodeIndex a, NodeIndex b, double weight) {
  lists_.append(a, {b, weight});
  lists_.append(b, {a, weight});
  ++edge_count_;
}

Topology Topology::select(std::span<const NodeIndex> kept) const {
  std::vector<NodeIndex> place(size(), kNoNode);
  Topology selected;
  for (const NodeIndex j : kept) {
    place[j] = static_cast<NodeIndex>(selected.size());
    selected.add_node(wins_[j]);
  }
  for (const NodeIndex j : kept) {
    for (const Edge& edge : edges(j)) {
      if (j < edge.to && place[edge.to] != kNoNode) {
        selected.connect(place[j], place[edge.to], edge.weight);
      }
    }
  }
  return selected;
}

namespace {

// The position of the edge to j in the list of its neighbour, as files name it.
std::uint32_t position_back(const Topology& topology, NodeIndex j, NodeIndex neighbour) {
  std::uint32_t position = 0;
  for (const Topology::Edge& edge : topology.edges(neighbour)) {
    if (edge.to == j) return position;
    ++position;
  }
  return position;
}

}  // namespace

void Topology::save(Writer& writer) const {
  writer.u64(size());
  for (NodeIndex j = 0; j < size(); ++j) {
    writer.u64(wins_[j]);
    writer.u64(lists_.size(j));
    for (const Edge& edge : edges(j)) {  // in this order: sums over neighbours depend on it
      writer.u32(edge.to);
      writer.u32(position_back(*this, j, edge.to));
      writer.u64(count(j, edge));
    }
  }
}

void Topology::load(Reader& reader) {
  constexpr std::size_t kNodeBytes = 16;
  constexpr std::size_t kEdgeBytes = 16;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 50;  // see count()
  struct Half {
    NodeIndex from, to;
    std::uint32_t back;
    std::uint64_t count;
  };
  std::vector<Half> halves;
  std::vector<std::size_t> first;  // by node, in halves
  for (std::size_t nodes = reader.count(kNodeBytes); nodes > 0; --nodes) {
    const auto j = static_cast<NodeIndex>(size());
    add_node(reader.u64());
    require(wins_.back() > 0, "a node without wins");
    require(wins_.back() <= kMost, "an invalid number of wins");
    first.push_back(halves.size());
    for (std::size_t edges = reader.count(kEdgeBytes); edges > 0; --edges) {
      const NodeIndex to = reader.u32();
      const std::uint32_t back = reader.u32();
      halves.push_back({j, to, back, reader.u64()});
      require(halves.back().count > 0 && halves.back().count <= kMost,
              "an impossible number of coactivations");
    }
  }
  first.push_back(halves.size());
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const auto& [from, to, back, count] = halves[i];
    require(to < size() && to != from && back < first[to + 1] - first[to],
            "an edge to a node that does not exist");
    const Half& other = halves[first[to] + back];
    require(other.to == from && first[from] + other.back == i && other.count == count,
            "the halves of an edge differ");
    lists_.append(from, {to, static_cast<double>(count) / sum_of_wins(from, to)});
  }
  edge_count_ = halves.size() / 2;
}

}  // namespace mpart
