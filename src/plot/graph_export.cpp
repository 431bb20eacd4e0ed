#include "plot/graph_export.hpp"

#include <cmath>
#include <span>
#include <string>

#include "mpart/error.hpp"
#include "plot/text.hpp"

namespace mpart::plot {

namespace {

std::string json_number(double value) { return std::isfinite(value) ? number_text(value) : "null"; }

std::string json_array(std::span<const double> values) {
  std::string text = "[";
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (k > 0) text += ',';
    text += json_number(values[k]);
  }
  return text + ']';
}

std::string spaced(std::span<const double> values) {
  std::string text;
  for (const double value : values) {
    if (!text.empty()) text += ' ';
    text += number_text(value);
  }
  return text;
}

std::string_view class_name(const Graph& graph, ClassIndex label) {
  return label < graph.classes.size() ? std::string_view(graph.classes[label]) : "";
}

std::string json_labels(const Graph& graph, const Graph::Node& node) {
  std::string text = "{";
  for (const auto& [label, count] : node.labels) {
    if (text.size() > 1) text += ',';
    text += json_quoted(class_name(graph, label)) + ':' + json_number(count);
  }
  return text + '}';
}

void write_key(std::ostream& out, const char* owner, const char* name, const char* type) {
  out << "  <key id=\"" << name << "\" for=\"" << owner << "\" attr.name=\"" << name
      << "\" attr.type=\"" << type << "\"/>\n";
}

void write_data(std::ostream& out, const char* key, std::string_view value) {
  out << "<data key=\"" << key << "\">" << xml_escaped(value) << "</data>";
}

}  // namespace

void write_graphml(std::ostream& out, const Graph& graph) {
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  write_key(out, "node", "wins", "long");
  write_key(out, "node", "lower", "string");
  write_key(out, "node", "upper", "string");
  write_key(out, "node", "labels", "string");
  write_key(out, "node", "predicted", "string");
  write_key(out, "edge", "count", "long");
  write_key(out, "edge", "weight", "double");
  out << "  <graph edgedefault=\"undirected\">\n";
  for (const Graph::Node& node : graph.nodes) {
    out << "    <node id=\"" << node.id << "\">";
    write_data(out, "wins", std::to_string(node.wins));
    write_data(out, "lower", spaced(node.lower));
    write_data(out, "upper", spaced(node.upper));
    write_data(out, "labels", json_labels(graph, node));
    write_data(out, "predicted", class_name(graph, node.predicted));
    out << "</node>\n";
  }
  for (const Graph::Edge& edge : graph.edges) {
    out << "    <edge source=\"" << graph.nodes[edge.from].id << "\" target=\""
        << graph.nodes[edge.to].id << "\">";
    write_data(out, "count", std::to_string(edge.count));
    write_data(out, "weight", number_text(edge.weight));
    out << "</edge>\n";
  }
  out << "  </graph>\n</graphml>\n";
}

void write_json(std::ostream& out, const Graph& graph) {
  out << R"({"directed":false,"multigraph":false,"graph":{"classes":[)";
  const char* separator = "";
  for (const std::string& name : graph.classes) {
    out << separator << json_quoted(name);
    separator = ",";
  }
  out << "]},\n\"nodes\":[";
  separator = "\n";
  for (const Graph::Node& node : graph.nodes) {
    out << separator << "{\"id\":" << node.id << ",\"wins\":" << node.wins
        << ",\"lower\":" << json_array(node.lower) << ",\"upper\":" << json_array(node.upper)
        << ",\"labels\":" << json_labels(graph, node)
        << ",\"predicted\":" << json_quoted(class_name(graph, node.predicted)) << '}';
    separator = ",\n";
  }
  out << "],\n\"links\":[";
  separator = "\n";
  for (const Graph::Edge& edge : graph.edges) {
    out << separator << "{\"source\":" << graph.nodes[edge.from].id
        << ",\"target\":" << graph.nodes[edge.to].id << ",\"count\":" << edge.count
        << ",\"weight\":" << json_number(edge.weight) << '}';
    separator = ",\n";
  }
  out << "]}\n";
}

void write_dot(std::ostream& out, const Graph& graph) {
  out << "graph mpart {\n";
  for (const Graph::Node& node : graph.nodes) {
    out << "  " << node.id << " [wins=" << node.wins
        << ", lower=" << graphviz_quoted(spaced(node.lower))
        << ", upper=" << graphviz_quoted(spaced(node.upper))
        << ", labels=" << graphviz_quoted(json_labels(graph, node))
        << ", predicted=" << graphviz_quoted(class_name(graph, node.predicted)) << "];\n";
  }
  for (const Graph::Edge& edge : graph.edges) {
    out << "  " << graph.nodes[edge.from].id << " -- " << graph.nodes[edge.to].id
        << " [count=" << edge.count << ", weight=" << graphviz_quoted(number_text(edge.weight))
        << "];\n";
  }
  out << "}\n";
}

GraphFormat parse_graph_format(std::string_view name) {
  if (name == "graphml") return GraphFormat::kGraphml;
  if (name == "json") return GraphFormat::kJson;
  if (name == "dot") return GraphFormat::kDot;
  throw invalid_argument("graph format graphml, json or dot expected, '" + std::string(name) +
                         "' found");
}

void write_graph(std::ostream& out, const Graph& graph, GraphFormat format) {
  switch (format) {
    case GraphFormat::kGraphml:
      return write_graphml(out, graph);
    case GraphFormat::kJson:
      return write_json(out, graph);
    case GraphFormat::kDot:
      return write_dot(out, graph);
  }
}

}  // namespace mpart::plot
