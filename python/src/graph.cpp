#include <pybind11/stl.h>

#include "python/src/arrays.hpp"
#include "python/src/bindings.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

py::object class_of(const Graph& graph, ClassIndex index) {
  return index == kNoClass ? py::object(py::none()) : py::object(py::str(graph.classes[index]));
}

py::dict labels_of(const Graph& graph, const Graph::Node& node) {
  py::dict counts;
  for (const auto& [label, count] : node.labels) counts[class_of(graph, label)] = count;
  return counts;
}

}  // namespace

py::dict as_dict(const Graph& graph) {
  const std::size_t width = graph.nodes.empty() ? 0 : graph.nodes.front().lower.size();
  std::vector<double> lower, upper, weight;
  std::vector<std::uint64_t> id, wins, count;
  std::vector<std::uint32_t> from, to;
  py::list labels, predicted;
  for (const Graph::Node& node : graph.nodes) {
    lower.insert(lower.end(), node.lower.begin(), node.lower.end());
    upper.insert(upper.end(), node.upper.begin(), node.upper.end());
    id.push_back(node.id);
    wins.push_back(node.wins);
    labels.append(labels_of(graph, node));
    predicted.append(class_of(graph, node.predicted));
  }
  for (const Graph::Edge& edge : graph.edges) {
    from.push_back(edge.from);
    to.push_back(edge.to);
    count.push_back(edge.count);
    weight.push_back(edge.weight);
  }
  py::dict out;
  out["lower"] = array_of(lower, graph.nodes.size(), width);
  out["upper"] = array_of(upper, graph.nodes.size(), width);
  out["id"] = array_of(id);
  out["wins"] = array_of(wins);
  out["labels"] = labels;
  out["predicted"] = predicted;
  out["from"] = array_of(from);
  out["to"] = array_of(to);
  out["count"] = array_of(count);
  out["weight"] = array_of(weight);
  return out;
}

}  // namespace mpart::python
