#include "python/src/step.hpp"

#include <pybind11/stl.h>

#include "python/src/arrays.hpp"
#include "python/src/bindings.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

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
  return "<mpart.Step time=" + std::to_string(step.time) +
         " label=" + py::repr(step.label()).cast<std::string>() +
         " id=" + py::repr(step.id()).cast<std::string>() + ">";
}

void bind_question(py::module_& module) {
  py::class_<QuestionView>(
      module, "Question",
      "Something to ask about: `values` is the sample, `time` its position in the stream.")
      .def_readonly("id", &QuestionView::id)
      .def_readonly("time", &QuestionView::time)
      .def_property_readonly("values", [](const QuestionView& q) { return array_of(q.values); })
      .def_property_readonly("epistemic", [](const QuestionView& q) { return q.reason.epistemic; })
      .def_property_readonly("aleatoric", [](const QuestionView& q) { return q.reason.aleatoric; })
      .def_property_readonly("density", [](const QuestionView& q) { return q.reason.density; })
      .def_property_readonly("score", [](const QuestionView& q) { return q.reason.score; })
      .def_property_readonly("threshold", [](const QuestionView& q) { return q.reason.threshold; });
}

}  // namespace

py::object StepView::id() const {
  for (const QuestionView& question : questions) {
    if (question.time == time) return py::int_(question.id);
  }
  return py::none();
}

void bind_steps(py::module_& module) {
  using View = PredictionView;
  bind_question(module);
  py::class_<View>(
      module, "Prediction",
      "What is known of a sample. `label` is None where no label reaches; `best` is a guess then.")
      .def_property_readonly("label", &View::label)
      .def_readonly("best", &View::best)
      .def_property_readonly("known", figure<View>(&Prediction::known))
      .def_property_readonly("winner", &winner)
      .def_property_readonly("created", figure<View>(&Prediction::created))
      .def_property_readonly("coactivated", figure<View>(&Prediction::coactivated))
      .def_property_readonly("clipped", figure<View>(&Prediction::clipped))
      .def_property_readonly("probability",
                             [](const View& view) { return array_of(view.figures.probability); })
      .def_property_readonly("mass", figure<View>(&Prediction::mass))
      .def_property_readonly("epistemic", figure<View>(&Prediction::epistemic))
      .def_property_readonly("aleatoric", figure<View>(&Prediction::aleatoric))
      .def_property_readonly("uncertainty", figure<View>(&Prediction::uncertainty))
      .def_property_readonly("density", figure<View>(&Prediction::density))
      .def_property_readonly("score", figure<View>(&Prediction::score));
  py::class_<StepView, View>(
      module, "Step",
      "A prediction, and whether to ask. `ask`: about this very sample, by its `id`. `questions`: "
      "all that are asked now; some strategies ask about samples that have passed.")
      .def_readonly("time", &StepView::time)
      .def_readonly("questions", &StepView::questions)
      .def_property_readonly("id", &StepView::id)
      .def_property_readonly("ask", [](const StepView& step) { return !step.id().is_none(); })
      .def("__repr__", &text_of);
}

}  // namespace mpart::python
