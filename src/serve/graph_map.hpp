#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mpart/graph.hpp"
#include "plot/projection.hpp"

namespace mpart::serve {

// A graph on a map: its nodes in the plane of their two main axes. The axes stay as they are until
// there are a quarter more nodes, so that the map does not turn under people's eyes.
class GraphMap {
 public:
  struct Node {
    double x = 0, y = 0;  // in [0,1]
    std::uint64_t wins = 0;
    std::int64_t label = -1;  // class that it answers; -1: unknown
  };
  struct Edge {
    std::size_t from = 0, to = 0;  // positions in nodes()
    double weight = 0;
  };

  // Takes the strongest nodes, and the strongest edges between them.
  void draw(Graph graph, std::size_t most_nodes, std::size_t most_edges);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }

  // Where a sample is; nothing while there is no map.
  std::optional<plot::Point> place(std::span<const double> values) const;

 private:
  void choose_axes(std::span<const std::vector<double>> centres);

  std::optional<plot::Projection> projection_;
  std::size_t fitted_nodes_ = 0;
  plot::Point from_, to_;  // what becomes 0 and 1
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace mpart::serve
