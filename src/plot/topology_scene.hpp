#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "plot/figures.hpp"
#include "plot/palette.hpp"
#include "plot/projection.hpp"

namespace mpart::plot {

// A topology figure in the coordinates of the picture, with every colour decided.
struct TopologyScene {
  static constexpr std::size_t kEdgeLevels = 8;

  struct Dot {
    Point at;
    Colour colour = 0;
  };
  struct Node {
    Point at;
    Colour colour = 0;
    double strength = 0;  // 0 to 1, grows with the wins
  };
  struct Line {
    Point from, to;
  };

  std::string title;
  std::vector<Dot> samples;
  std::vector<Point> queried;
  std::vector<Node> nodes;
  std::array<std::vector<Line>, kEdgeLevels> edges;  // the heaviest in the last
  std::vector<std::pair<std::string, Colour>> classes;
  bool has_unknown = false;      // something has no class
  std::string x_label, y_label;  // y_label is empty if y means nothing
  Point low, high;               // corners around everything

  bool has_edges() const;
};

// Throws Error as draw_topology does.
TopologyScene make_topology_scene(const Topology& figure);

}  // namespace mpart::plot
