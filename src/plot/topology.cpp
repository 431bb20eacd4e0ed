#include "plot/figures.hpp"
#include "plot/gnuplot.hpp"
#include "plot/text.hpp"
#include "plot/topology_scene.hpp"

namespace mpart::plot {

namespace {

constexpr Canvas kCanvas = {900, 800};
constexpr Canvas kFlatCanvas = {900, 280};     // for samples of one feature
constexpr std::size_t kMostNamedClasses = 26;  // more would not fit beside the picture
constexpr Colour kLightEdge = 0xC8C8C8, kDarkEdge = 0x1A1A1A;
constexpr std::size_t kManySamples = 5000, kManyQueried = 60;  // drawn smaller, to hide less
// Transparency of samples; 0xFF000000 is invisible.
constexpr std::uint32_t kVeil = 0x50000000, kThickVeil = 0x90000000;

std::string coloured(Colour colour) { return " lc rgb '" + hex(colour) + "'"; }

// Samples in their own order, so that no class covers another.
void add_samples(Script& script, const TopologyScene& scene) {
  if (scene.samples.empty()) return;
  const bool many = scene.samples.size() > kManySamples;
  const std::uint32_t veil = many ? kThickVeil : kVeil;
  script.begin_block("samples");
  for (const TopologyScene::Dot& dot : scene.samples) {
    script.row({dot.at.x, dot.at.y, static_cast<double>(veil | dot.colour)});
  }
  script.end_block();
  const std::string size = many ? "0.25" : "0.38";
  script.plot("$samples using 1:2:3 with points pt 7 ps " + size + " lc rgb variable notitle");
}

std::string edge_style(std::size_t level) {
  const double share = static_cast<double>(level) / (TopologyScene::kEdgeLevels - 1);
  return "lines lw " + number_text(0.6 + 1.6 * share) +
         coloured(mixed(kLightEdge, kDarkEdge, share));
}

void add_edges(Script& script, const TopologyScene& scene) {
  for (std::size_t level = 0; level < TopologyScene::kEdgeLevels; ++level) {
    if (scene.edges[level].empty()) continue;
    const std::string block = "edges" + std::to_string(level);
    script.begin_block(block);
    for (const TopologyScene::Line& line : scene.edges[level]) {
      script.row({line.from.x, line.from.y});
      script.row({line.to.x, line.to.y});
      script.gap();
    }
    script.end_block();
    script.plot("$" + block + " using 1:2 with " + edge_style(level) + " notitle");
  }
}

void add_nodes(Script& script, const TopologyScene& scene) {
  if (scene.nodes.empty()) return;
  const double smallest = scene.samples.empty() ? 0.5 : 0.3;
  const double growth = scene.samples.empty() ? 1.0 : 0.7;
  script.begin_block("nodes");
  for (const TopologyScene::Node& node : scene.nodes) {
    const double size = smallest + growth * node.strength;
    script.row({node.at.x, node.at.y, size, static_cast<double>(node.colour)});
  }
  script.end_block();
  script.plot("$nodes using 1:2:($3+0.13) with points pt 7 ps variable lc rgb '#ffffff' notitle");
  script.plot("$nodes using 1:2:3:4 with points pt 7 ps variable lc rgb variable notitle");
}

void add_queried(Script& script, const TopologyScene& scene) {
  if (scene.queried.empty()) return;
  script.begin_block("queried");
  for (const Point& point : scene.queried) script.row({point.x, point.y});
  script.end_block();
  const std::string size = scene.queried.size() > kManyQueried ? "0.5" : "0.8";
  const std::string points = "$queried using 1:2 with points ps " + size;
  script.plot(points + " pt 5 lc rgb '#ffe000' notitle");
  script.plot(points + " pt 4 lw 1.4 lc rgb '#000000' notitle");
}

void add_legend(Script& script, const TopologyScene& scene) {
  const bool over_samples = !scene.samples.empty();
  if (scene.classes.size() <= kMostNamedClasses) {
    for (const auto& [name, colour] : scene.classes) {
      script.legend("points pt 7 ps 0.8" + coloured(colour), name);
    }
  }
  if (scene.has_unknown) {
    script.legend("points pt 7 ps 0.8" + coloured(kUnknownColour),
                  over_samples ? "no label" : "unknown");
  }
  script.legend("lines lc rgb '#ffffff'", " ");  // sets the graph apart from the classes
  if (over_samples && !scene.nodes.empty()) {
    script.legend("points pt 7 ps 0.9" + coloured(0), "node (size: wins)");
  }
  if (scene.has_edges()) {
    script.legend(edge_style(TopologyScene::kEdgeLevels - 2), "edge (dark: strong)");
  }
  if (!scene.queried.empty()) {
    script.legend("boxes fs solid 1 border lc rgb '#000000' fc rgb '#ffe000'", "queried sample");
  }
}

// A margin around everything; also where all points are the same.
std::string padded(double low, double high) {
  const double margin = high > low ? 0.04 * (high - low) : 0.5;
  return range_text(low - margin, high + margin);
}

void add_frame(Script& script, const TopologyScene& scene) {
  script.line("set xlabel '" + scene.x_label + "'");
  script.line("set xrange " + padded(scene.low.x, scene.high.x));
  if (scene.y_label.empty()) {
    script.line("set yrange [0:1]\nunset ytics\nset border 1");
  } else {
    script.line("set ylabel '" + scene.y_label + "'");
    script.line("set yrange " + padded(scene.low.y, scene.high.y));
  }
  script.line("set key outside right top vertical Left reverse samplen 1 spacing 1.15 noenhanced");
}

std::string topology_script(const TopologyScene& scene) {
  Script script;
  script.title(scene.title);
  add_frame(script, scene);
  add_samples(script, scene);
  add_edges(script, scene);
  add_nodes(script, scene);
  add_queried(script, scene);
  add_legend(script, scene);
  return script.text();
}

}  // namespace

void draw_topology(const std::string& path, const Topology& figure) {
  const TopologyScene scene = make_topology_scene(figure);
  draw_to_file(path, topology_script(scene), scene.y_label.empty() ? kFlatCanvas : kCanvas);
}

}  // namespace mpart::plot
