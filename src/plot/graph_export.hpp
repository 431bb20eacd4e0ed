#pragma once

#include <ostream>
#include <string_view>

#include "mpart/graph.hpp"

namespace mpart::plot {

// A graph for other programs. Nodes are named by their NodeId and carry wins, lower, upper, labels
// and predicted ("" while unknown); edges carry count and weight. Numbers read back exactly.
// Where a format has no lists, lower and upper are numbers between spaces and labels is the text
// of a JSON object, class to count.
enum class GraphFormat { kGraphml, kJson, kDot };

// "graphml", "json" or "dot"; throws Error(kInvalidArgument) for anything else.
GraphFormat parse_graph_format(std::string_view name);

void write_graph(std::ostream& out, const Graph& graph, GraphFormat format);

void write_graphml(std::ostream& out, const Graph& graph);
void write_json(std::ostream& out, const Graph& graph);  // node-link, as networkx reads it
void write_dot(std::ostream& out, const Graph& graph);   // Graphviz

}  // namespace mpart::plot
