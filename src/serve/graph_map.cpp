#include "serve/graph_map.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mpart::serve {

namespace {

// Uses the memory of the node's box, of which nothing is left: a large graph is not to be there
// twice.
std::vector<double> take_centre(Graph::Node& node) {
  const std::vector<double> upper = std::move(node.upper);
  std::vector<double> centre = std::move(node.lower);
  for (std::size_t k = 0; k < centre.size(); ++k) centre[k] = (centre[k] + upper[k]) / 2;
  return centre;
}

double scaled(double value, double from, double to) {
  return to > from ? std::clamp((value - from) / (to - from), 0.0, 1.0) : 0.5;
}

// The positions of the `most` best, in order of position.
template <typename Better>
std::vector<std::size_t> strongest(std::size_t count, std::size_t most, const Better& better) {
  std::vector<std::size_t> positions(count);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (count <= most) return positions;
  const auto end = positions.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(positions.begin(), end, positions.end(), better);
  positions.erase(end, positions.end());
  std::sort(positions.begin(), positions.end());
  return positions;
}

}  // namespace

void GraphMap::draw(Graph graph, std::size_t most_nodes, std::size_t most_edges) {
  const std::vector<std::size_t> kept = strongest(
      graph.nodes.size(), most_nodes,
      [&](std::size_t a, std::size_t b) { return graph.nodes[a].wins > graph.nodes[b].wins; });
  std::vector<std::vector<double>> centres;
  std::vector<std::size_t> place_of(graph.nodes.size(), graph.nodes.size());
  for (const std::size_t position : kept) {
    place_of[position] = centres.size();
    centres.push_back(take_centre(graph.nodes[position]));
  }
  if (centres.size() * 4 > fitted_nodes_ * 5 || centres.size() < fitted_nodes_) {
    choose_axes(centres);
  }
  nodes_.clear();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const Graph::Node& node = graph.nodes[kept[i]];
    const plot::Point point = place(centres[i]).value_or(plot::Point{0.5, 0.5});
    nodes_.push_back({point.x, point.y, node.wins,
                      node.predicted == kNoClass ? -1 : std::int64_t{node.predicted}});
  }
  std::vector<Edge> edges;
  for (const Graph::Edge& edge : graph.edges) {
    const std::size_t from = place_of[edge.from];
    const std::size_t to = place_of[edge.to];
    if (from < kept.size() && to < kept.size()) edges.push_back({from, to, edge.weight});
  }
  edges_.clear();
  for (const std::size_t i : strongest(edges.size(), most_edges, [&](auto a, auto b) {
         return edges[a].weight > edges[b].weight;
       })) {
    edges_.push_back(edges[i]);
  }
}

void GraphMap::choose_axes(std::span<const std::vector<double>> centres) {
  if (centres.empty()) return;
  projection_ = plot::Projection::fit(centres);
  fitted_nodes_ = centres.size();
  from_ = to_ = (*projection_)(centres.front());
  for (const std::vector<double>& centre : centres) {
    const plot::Point point = (*projection_)(centre);
    from_ = {std::min(from_.x, point.x), std::min(from_.y, point.y)};
    to_ = {std::max(to_.x, point.x), std::max(to_.y, point.y)};
  }
  constexpr double kMargin = 0.05;
  const plot::Point margin{kMargin * (to_.x - from_.x), kMargin * (to_.y - from_.y)};
  from_ = {from_.x - margin.x, from_.y - margin.y};
  to_ = {to_.x + margin.x, to_.y + margin.y};
}

std::optional<plot::Point> GraphMap::place(std::span<const double> values) const {
  if (!projection_ || projection_->width() != values.size()) return std::nullopt;
  const plot::Point point = (*projection_)(values);
  return plot::Point{scaled(point.x, from_.x, to_.x), scaled(point.y, from_.y, to_.y)};
}

}  // namespace mpart::serve
