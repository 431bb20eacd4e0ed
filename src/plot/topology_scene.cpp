#include "plot/topology_scene.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mpart/error.hpp"

namespace mpart::plot {

namespace {

constexpr Colour kLightNode = 0x707070, kDarkNode = 0x000000;
constexpr Colour kWhite = 0xFFFFFF;

std::vector<double> centre_of(const Graph::Node& node) {
  std::vector<double> centre(node.lower.size());
  for (std::size_t k = 0; k < centre.size(); ++k) centre[k] = (node.lower[k] + node.upper[k]) / 2;
  return centre;
}

ClassColours colours_of(const Topology& figure) {
  std::vector<std::string> names = figure.graph.classes;
  for (const Sample& sample : figure.samples) names.push_back(sample.label);
  return ClassColours(std::move(names));
}

// The samples' own axes if they are given: they tell more of the space than the nodes' centres.
Projection projection_of(const Topology& figure) {
  std::vector<std::vector<double>> points;
  for (const Sample& sample : figure.samples) points.push_back(sample.values);
  if (points.empty()) {
    for (const Graph::Node& node : figure.graph.nodes) points.push_back(centre_of(node));
  }
  if (points.empty()) throw invalid_data("there is no node and no sample to draw");
  return choose_projection(points, figure.axes);
}

void add_samples(const Topology& figure, const Projection& project, const ClassColours& colours,
                 TopologyScene& scene) {
  EvenSamples even;
  for (const Sample& sample : figure.samples) even.offer(sample);
  for (const Sample& sample : even.kept()) {
    scene.samples.push_back({project(sample.values), colours.of(sample.label)});
    scene.has_unknown |= sample.label.empty();
  }
  for (const Sample& sample : figure.queried) scene.queried.push_back(project(sample.values));
}

// Grey over samples, which have the colours; by predicted class otherwise.
void add_nodes(const Topology& figure, const Projection& project, const ClassColours& colours,
               TopologyScene& scene) {
  const Graph& graph = figure.graph;
  std::uint64_t most = 1;
  for (const Graph::Node& node : graph.nodes) most = std::max(most, node.wins);
  for (const Graph::Node& node : graph.nodes) {
    const double strength = std::sqrt(static_cast<double>(node.wins) / static_cast<double>(most));
    Colour colour = mixed(kLightNode, kDarkNode, strength);
    if (figure.samples.empty()) {
      const bool known = node.predicted < graph.classes.size();
      const Colour full = known ? colours.of(graph.classes[node.predicted]) : kUnknownColour;
      colour = mixed(kWhite, full, 0.6 + 0.4 * strength);
      scene.has_unknown |= !known;
    }
    scene.nodes.push_back({project(centre_of(node)), colour, strength});
  }
}

void add_edges(const Graph& graph, TopologyScene& scene) {
  double heaviest = 0;
  for (const Graph::Edge& edge : graph.edges) heaviest = std::max(heaviest, edge.weight);
  for (const Graph::Edge& edge : graph.edges) {
    // Most weights are small; the root spreads them over the levels.
    const double share = heaviest > 0 ? std::sqrt(std::max(0.0, edge.weight) / heaviest) : 1;
    const auto level = static_cast<std::size_t>(share * TopologyScene::kEdgeLevels);
    scene.edges[std::min(level, TopologyScene::kEdgeLevels - 1)].push_back(
        {scene.nodes[edge.from].at, scene.nodes[edge.to].at});
  }
}

void add_corners(TopologyScene& scene) {
  std::vector<Point> points = scene.queried;
  for (const TopologyScene::Dot& dot : scene.samples) points.push_back(dot.at);
  for (const TopologyScene::Node& node : scene.nodes) points.push_back(node.at);
  scene.low = scene.high = points.front();
  for (const Point& point : points) {
    scene.low = {std::min(scene.low.x, point.x), std::min(scene.low.y, point.y)};
    scene.high = {std::max(scene.high.x, point.x), std::max(scene.high.y, point.y)};
  }
}

}  // namespace

void EvenSamples::offer(const Sample& sample) {
  if (offered_++ % stride_ != 0) return;
  if (kept_.size() < most_) {
    kept_.push_back(sample);
    return;
  }
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
  if ((offered_ - 1) % stride_ == 0 && kept_.size() < most_) kept_.push_back(sample);
}

bool TopologyScene::has_edges() const {
  return std::any_of(edges.begin(), edges.end(), [](const auto& level) { return !level.empty(); });
}

TopologyScene make_topology_scene(const Topology& figure) {
  const ClassColours colours = colours_of(figure);
  const Projection project = projection_of(figure);
  TopologyScene scene;
  scene.title = figure.title;
  for (const std::string& name : colours.names()) {
    scene.classes.emplace_back(name, colours.of(name));
  }
  scene.x_label = project.x_label();
  scene.y_label = project.y_label();
  add_samples(figure, project, colours, scene);
  add_nodes(figure, project, colours, scene);
  add_edges(figure.graph, scene);
  add_corners(scene);
  return scene;
}

}  // namespace mpart::plot
