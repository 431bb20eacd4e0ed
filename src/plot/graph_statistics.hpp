#pragma once

#include <cstdint>

#include "mpart/graph.hpp"

namespace mpart::plot {

// The rows of the paper's table of the trained graph, and what else describes its shape. A mean
// over nothing is 0.
struct GraphStatistics {
  std::uint64_t samples = 0;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;          // each undirected edge once
  std::uint64_t coactivations = 0;  // activated nodes beside the winner, over all samples
  double coactivations_per_node = 0;
  double coactivations_per_sample = 0;
  double edges_per_node = 0;  // the paper's "neighboring nodes per node": each edge counts once
  double mean_degree = 0;     // true neighbours per node, 2 x edges_per_node
  std::uint64_t max_degree = 0;
  std::uint64_t nodes_without_edges = 0;
  std::uint64_t components = 0;       // connected; a node without edges is one
  double mean_edge_weight = 0;        // mean e_ij
  double mean_edge_weight_paper = 0;  // 2 x mean e_ij: the paper's table sums both directions
  std::uint64_t classes = 0;          // names received
  std::uint64_t labelled_nodes = 0;   // with at least one label of their own
  double labels = 0;                  // in all nodes together
  std::uint64_t nodes_that_won_once = 0;
};

// `coactivations` and `samples` are those of Counters: a graph does not remember them.
GraphStatistics graph_statistics(const Graph& graph, std::uint64_t coactivations,
                                 std::uint64_t samples);

}  // namespace mpart::plot
