#include "learn/core/merge/join.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "learn/core/art/resonance.hpp"
#include "util/random.hpp"

namespace mpart {

namespace {

constexpr std::uint64_t kProbes = 32;  // points in a box that stand for its samples

// Coactivations by pair of nodes, in units of 1 / kProbes.
class Shares {
 public:
  void add(NodeIndex a, NodeIndex b, std::uint64_t share) {
    if (a != b) shares_[std::minmax(a, b)] += share;
  }

  void connect(Topology& topology) const {
    for (const auto& [ends, share] : shares_) {
      const std::uint64_t count = (share + kProbes / 2) / kProbes;
      // Several nodes of a part may have been joined: what was active with two of them at once
      // counts once.
      const std::uint64_t most = topology.wins(ends.first) + topology.wins(ends.second);
      if (count > 0) topology.add_edge(ends.first, ends.second, std::min(count, most));
    }
  }

 private:
  std::map<std::pair<NodeIndex, NodeIndex>, std::uint64_t> shares_;
};

void add_edges(const MergePart& part, Shares& shares) {
  for (NodeIndex j = 0; j < part.topology.size(); ++j) {
    for (const Topology::Edge& edge : part.topology.edges(j)) {
      if (j > edge.to) continue;
      shares.add(part.place[j], part.place[edge.to], kProbes * part.topology.count(j, edge));
    }
  }
}

// The same places in every box, [kProbes][n].
std::vector<double> places_in_a_box(std::size_t dimensions) {
  Random random(0);
  std::vector<double> places(kProbes * dimensions);
  for (double& place : places) place = random.uniform();
  return places;
}

void code_probe(std::span<const double> box, const double* place, std::vector<double>& input) {
  const std::size_t n = box.size() / 2;
  input.resize(box.size());
  for (std::size_t k = 0; k < n; ++k) {
    input[k] = box[k] + place[k] * (1 - box[n + k] - box[k]);
    input[n + k] = 1 - input[k];
  }
}

// Between the nodes of a part and all that it does not know.
void seed_edges(const MergePart& part, const NodeTable& merged, const Parameters& parameters,
                Shares& shares) {
  const std::size_t dimensions = merged.width() / 2;
  const std::vector<double> places = places_in_a_box(dimensions);
  std::vector<bool> known(merged.size());
  for (const NodeIndex j : part.place) known[j] = true;
  Buffers scratch;
  for (NodeIndex j = 0; j < part.nodes.size(); ++j) {
    for (std::size_t probe = 0; probe < kProbes; ++probe) {
      code_probe(part.nodes.weights(j), places.data() + probe * dimensions, scratch.input);
      resonate(merged, parameters, scratch);
      for (const NodeIndex other : scratch.activated) {
        if (!known[other]) shares.add(part.place[j], other, part.topology.wins(j));
      }
    }
  }
}

}  // namespace

Topology join_graphs(std::span<const MergePart> parts, const NodeTable& merged,
                     const Parameters& parameters) {
  std::vector<std::uint64_t> wins(merged.size());
  Shares shares;
  for (const MergePart& part : parts) {
    for (NodeIndex j = 0; j < part.nodes.size(); ++j) wins[part.place[j]] += part.topology.wins(j);
    add_edges(part, shares);
    seed_edges(part, merged, parameters, shares);
  }
  Topology topology;
  for (const std::uint64_t won : wins) topology.add_node(won);
  shares.connect(topology);
  return topology;
}

}  // namespace mpart
