#include "plot/graph_statistics.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace mpart::plot {

namespace {

double ratio(double part, std::uint64_t whole) {
  return whole == 0 ? 0 : part / static_cast<double>(whole);
}

std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t node) {
  while (parent[node] != node) {
    parent[node] = parent[parent[node]];  // halving the path keeps later searches short
    node = parent[node];
  }
  return node;
}

std::uint64_t count_components(const Graph& graph) {
  std::vector<std::uint32_t> parent(graph.nodes.size());
  std::iota(parent.begin(), parent.end(), 0U);
  std::uint64_t components = parent.size();
  for (const Graph::Edge& edge : graph.edges) {
    const std::uint32_t a = root_of(parent, edge.from);
    const std::uint32_t b = root_of(parent, edge.to);
    if (a == b) continue;
    parent[a] = b;
    --components;
  }
  return components;
}

void describe_nodes(const Graph& graph, GraphStatistics& out) {
  for (const Graph::Node& node : graph.nodes) {
    double labels = 0;
    for (const auto& [label, count] : node.labels) labels += count;
    out.labels += labels;
    out.labelled_nodes += labels > 0;
    out.nodes_that_won_once += node.wins == 1;
  }
}

void describe_edges(const Graph& graph, GraphStatistics& out) {
  std::vector<std::uint64_t> degree(graph.nodes.size());
  double weight = 0;
  for (const Graph::Edge& edge : graph.edges) {
    ++degree[edge.from];
    ++degree[edge.to];
    weight += edge.weight;
  }
  for (const std::uint64_t neighbours : degree) {
    out.max_degree = std::max(out.max_degree, neighbours);
    out.nodes_without_edges += neighbours == 0;
  }
  out.mean_edge_weight = ratio(weight, out.edges);
  out.mean_edge_weight_paper = 2 * out.mean_edge_weight;
}

}  // namespace

GraphStatistics graph_statistics(const Graph& graph, std::uint64_t coactivations,
                                 std::uint64_t samples) {
  GraphStatistics out;
  out.samples = samples;
  out.nodes = graph.nodes.size();
  out.edges = graph.edges.size();
  out.classes = graph.classes.size();
  out.coactivations = coactivations;
  out.coactivations_per_node = ratio(static_cast<double>(coactivations), out.nodes);
  out.coactivations_per_sample = ratio(static_cast<double>(coactivations), samples);
  out.edges_per_node = ratio(static_cast<double>(out.edges), out.nodes);
  out.mean_degree = 2 * out.edges_per_node;
  out.components = count_components(graph);
  describe_nodes(graph, out);
  describe_edges(graph, out);
  return out;
}

}  // namespace mpart::plot
