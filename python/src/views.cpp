// What the engine returns, as Python's objects.
#include <pybind11/stl.h>

#include "mpart/error.hpp"
#include "python/src/arrays.hpp"
#include "python/src/bindings.hpp"
#include "wire/limits.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

std::string utf8(const py::str& text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw py::error_already_set();  // half of a surrogate pair
  return {bytes, static_cast<std::size_t>(size)};
}

// None, and what is not equal to itself: a NaN of any kind.
bool missing(const py::handle& label) {
  if (label.is_none()) return true;
  const auto differs =
      py::reinterpret_steal<py::object>(PyObject_RichCompare(label.ptr(), label.ptr(), Py_NE));
  const int truth = differs ? PyObject_IsTrue(differs.ptr()) : -1;
  if (truth < 0) throw py::error_already_set();
  return truth != 0;
}

py::object class_of(const Graph& graph, ClassIndex index) {
  return index == kNoClass ? py::object(py::none()) : py::object(py::str(graph.classes[index]));
}

py::dict labels_of(const Graph& graph, const Graph::Node& node) {
  py::dict counts;
  for (const auto& [label, count] : node.labels) counts[class_of(graph, label)] = count;
  return counts;
}

// One member of all nodes, or of all edges.
template <typename Item, typename Value>
py::object column(const std::vector<Item>& items, Value Item::*member) {
  std::vector<Value> values;
  values.reserve(items.size());
  for (const Item& item : items) values.push_back(item.*member);
  return array_of(values);
}

// A getter of one of the engine's figures.
template <typename View, typename Value>
auto figure(Value Prediction::*member) {
  return [member](const View& view) { return view.figures.*member; };
}

py::object winner(const PredictionView& view) {
  const NodeIndex node = view.figures.winner;
  return node == kNoNode ? py::object(py::none()) : py::object(py::int_(node));
}

std::string text_of(const StepView& step) {
  return "<mpart_learn.Step time=" + std::to_string(step.time) +
         " predicted=" + py::repr(step.predicted()).cast<std::string>() +
         " id=" + py::repr(step.id()).cast<std::string>() + ">";
}

void bind_query(py::module_& module) {
  py::class_<QueryView>(
      module, "Query",
      "Something to ask about: `values` is the sample, `time` its position in the stream.")
      .def_readonly("id", &QueryView::id)
      .def_readonly("time", &QueryView::time)
      .def_property_readonly("values", [](const QueryView& q) { return array_of(q.values); })
      .def_property_readonly("epistemic", [](const QueryView& q) { return q.reason.epistemic; })
      .def_property_readonly("aleatoric", [](const QueryView& q) { return q.reason.aleatoric; })
      .def_property_readonly("density", [](const QueryView& q) { return q.reason.density; })
      .def_property_readonly("score", [](const QueryView& q) { return q.reason.score; })
      .def_property_readonly("threshold", [](const QueryView& q) { return q.reason.threshold; });
}

}  // namespace

std::string Labels::name_of(const py::handle& label) {
  if (missing(label)) return "";
  const py::str text(label);
  std::string name = utf8(text);
  if (!name.empty()) wire::check_label(name);
  if (!by_name_.contains(text)) {
    by_name_[text] = label;
  } else if (const py::object known = by_name_[text]; !known.is(label) && !known.equal(label)) {
    throw invalid_data("the labels " + utf8(py::repr(known)) + " and " + utf8(py::repr(label)) +
                       " have the same name");
  }
  return name;
}

py::object Labels::label_of(std::string_view name) const {
  py::str text(name.data(), name.size());
  return by_name_.contains(text) ? py::object(by_name_[text]) : py::object(text);
}

py::dict as_dict(const Graph& graph) {
  using namespace py::literals;
  const std::size_t width = graph.nodes.empty() ? 0 : graph.nodes.front().lower.size();
  std::vector<double> lower, upper;
  py::list labels, predicted;
  for (const Graph::Node& node : graph.nodes) {
    lower.insert(lower.end(), node.lower.begin(), node.lower.end());
    upper.insert(upper.end(), node.upper.begin(), node.upper.end());
    labels.append(labels_of(graph, node));
    predicted.append(class_of(graph, node.predicted));
  }
  return py::dict("lower"_a = array_of(lower, {graph.nodes.size(), width}),
                  "upper"_a = array_of(upper, {graph.nodes.size(), width}),
                  "id"_a = column(graph.nodes, &Graph::Node::id),
                  "wins"_a = column(graph.nodes, &Graph::Node::wins), "labels"_a = labels,
                  "predicted"_a = predicted, "from"_a = column(graph.edges, &Graph::Edge::from),
                  "to"_a = column(graph.edges, &Graph::Edge::to),
                  "count"_a = column(graph.edges, &Graph::Edge::count),
                  "weight"_a = column(graph.edges, &Graph::Edge::weight));
}

py::object StepView::id() const {
  for (const QueryView& query : queries) {
    if (query.time == time) return py::int_(query.id);
  }
  return py::none();
}

void bind_steps(py::module_& module) {
  using View = PredictionView;
  bind_query(module);
  py::class_<View>(module, "Prediction",
                   "What is known of a sample. `predicted` is None where no label reaches; `best` "
                   "is a guess then.")
      .def_property_readonly("predicted", &View::predicted)
      .def_readonly("best", &View::best)
      .def_property_readonly("known", figure<View>(&Prediction::known))
      .def_property_readonly("winner", &winner)
      .def_property_readonly("created", figure<View>(&Prediction::created))
      .def_property_readonly("coactivated", figure<View>(&Prediction::coactivated))
      .def_property_readonly("clipped", figure<View>(&Prediction::clipped))
      .def_property_readonly("probability",
                             [](const View& view) {
                               std::vector<double> calibrated;
                               calibrate(view.figures, calibrated);
                               return array_of(calibrated);
                             })
      .def_property_readonly("raw_probability",
                             [](const View& view) { return array_of(view.figures.probability); })
      .def_property_readonly("mass", figure<View>(&Prediction::mass))
      .def_property_readonly("epistemic", figure<View>(&Prediction::epistemic))
      .def_property_readonly("aleatoric", figure<View>(&Prediction::aleatoric))
      .def_property_readonly("uncertainty", figure<View>(&Prediction::uncertainty))
      .def_property_readonly("density", figure<View>(&Prediction::density))
      .def_property_readonly("score", figure<View>(&Prediction::score));
  py::class_<StepView, View>(
      module, "Step",
      "A prediction, and whether to ask. `ask`: about this very sample, by its `id`. `queries`: "
      "all that are asked now; some strategies ask about samples that have passed.")
      .def_readonly("time", &StepView::time)
      .def_readonly("queries", &StepView::queries)
      .def_property_readonly("id", &StepView::id)
      .def_property_readonly("ask", [](const StepView& step) { return !step.id().is_none(); })
      .def("__repr__", &text_of);
}

}  // namespace mpart::python
