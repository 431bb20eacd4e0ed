#pragma once

#include <string>

#include "mpart/graph.hpp"

namespace mpart::plot {

// Five nodes: a triangle with a tail, 0-1, 0-2, 1-2, 2-3, and node 4 alone.
inline Graph small_graph() {
  Graph graph;
  graph.classes = {"cat", "dog", "withdrawn"};
  const auto node = [&](NodeId id, double x, double y, std::uint64_t wins) {
    const auto index = static_cast<NodeIndex>(graph.nodes.size());
    graph.nodes.push_back({index, id, {x, y}, {x + 0.1, y + 0.05}, wins, {}, kNoClass});
  };
  node(7, 0.1, 0.1, 1);
  node(8, 0.3, 0.2, 5);
  node(11, 0.2, 0.4, 20);
  node(12, 0.6, 0.5, 1);
  node(18446744073709551615U, 0.8, 0.9, 3);
  graph.nodes[0].labels = {{0, 2}, {1, 1}};
  graph.nodes[3].labels = {{1, 1}};
  for (std::size_t i = 0; i < 3; ++i) graph.nodes[i].predicted = 0;
  graph.nodes[3].predicted = 1;
  graph.edges = {{0, 1, 1, 0.1}, {0, 2, 2, 0.2}, {1, 2, 4, 0.4}, {2, 3, 1, 1.0 / 3}};
  return graph;
}

// Names that break careless writers: quotes, markup, escapes, macros, commands, control and
// invalid bytes.
inline const std::string& evil_name() {
  static const std::string name = std::string("a\"b'c<d>&e\\f\n@g_{h}^i`touch pwned`$k #l;\t") +
                                  '\x01' + "\xFF\xC3\xA9 \xED\xA0\x80 ]]> \\";
  return name;
}

}  // namespace mpart::plot
