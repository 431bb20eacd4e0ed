#include <algorithm>

#include "learn/baselines/soinn/soinn_graph.hpp"

namespace mpart {

void SoinnGraph::save(Writer& writer, std::uint64_t min_count) const {
  const auto kept = [min_count](const Node& node) { return node.alive && node.wins >= min_count; };
  writer.u64(time_);
  writer.u64(next_id_);
  writer.u64(nodes_.size());
  for (const Node& node : nodes_) {
    writer.u8(kept(node) ? 1 : 0);
    if (!kept(node)) continue;
    writer.u64(node.id);
    writer.f64s(node.place);
    writer.u64(node.wins);
    writer.f64(node.points);
    writer.u64(node.periods);
    writer.u8(node.earned_now ? 1 : 0);
    writer.u32(node.subclass);
    writer.u64(static_cast<std::uint64_t>(
        std::count_if(node.edges.begin(), node.edges.end(),
                      [&](const Edge& edge) { return kept(nodes_[edge.to]); })));
    for (const Edge& edge : node.edges) {
      if (!kept(nodes_[edge.to])) continue;
      writer.u32(edge.to);
      writer.u32(edge.age);
    }
  }
}

void SoinnGraph::load(Reader& reader, std::size_t width) {
  time_ = reader.u64();
  next_id_ = reader.u64();
  nodes_.resize(reader.count(1));
  for (Node& node : nodes_) {
    node.alive = reader.u8() != 0;
    if (!node.alive) continue;
    ++alive_;
    node.id = reader.u64();
    node.place = reader.f64s();
    require(node.id < next_id_ && node.place.size() == width && width > 0,
            "a node with invalid figures");
    for (const double value : node.place) require(value >= 0 && value <= 1, "a node outside [0,1]");
    node.wins = reader.u64();
    node.points = reader.finite();
    require(node.wins > 0 && node.points >= 0, "a node without wins");
    node.periods = reader.u64();
    node.earned_now = reader.u8() != 0;
    node.subclass = reader.u32();
    node.edges.resize(reader.count(sizeof(std::uint64_t)));
    for (Edge& edge : node.edges) {
      edge.to = reader.u32();
      edge.age = reader.u32();
    }
  }
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    for (const Edge& own : nodes_[j].edges) {
      require(own.to < nodes_.size() && own.to != j && nodes_[own.to].alive,
              "an edge to a node that does not exist");
      const Edge* other = edge(own.to, j);
      require(other != nullptr && other->age == own.age && edge(j, own.to) == &own,
              "the halves of an edge differ");
    }
  }
}

}  // namespace mpart
