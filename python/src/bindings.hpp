#pragma once

#include <pybind11/pybind11.h>

#include "mpart/graph.hpp"

// One function a .cpp file: pybind11's headers take long to read.
namespace mpart::python {

void bind_parameters(pybind11::module_& module);
void bind_learner(pybind11::module_& module);
void bind_steps(pybind11::module_& module);
void bind_session(pybind11::module_& module);
void bind_budget(pybind11::module_& module);

// Arrays and lists, one entry a node or an edge.
pybind11::dict as_dict(const Graph& graph);

}  // namespace mpart::python
