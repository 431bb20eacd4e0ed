#include <pybind11/stl.h>

#include "mpart/learner.hpp"
#include "python/src/bindings.hpp"

namespace mpart::python {

namespace py = pybind11;

void bind_parameters(py::module_& module) {
  py::class_<Parameters>(module, "Parameters")
      .def(py::init())
      .def_readwrite("learner", &Parameters::learner)
      .def_readwrite("alpha", &Parameters::alpha)
      .def_readwrite("beta", &Parameters::beta)
      .def_readwrite("rho", &Parameters::rho)
      .def_readwrite("delta", &Parameters::delta)
      .def_readwrite("tau", &Parameters::tau)
      .def_readwrite("ke", &Parameters::ke)
      .def_readwrite("kd", &Parameters::kd)
      .def_readwrite("layers", &Parameters::layers)
      .def_readwrite("density_weighting", &Parameters::density_weighting)
      .def_readwrite("max_nodes", &Parameters::max_nodes)
      .def("check", &Parameters::check);
  module.def("learner_names", &learner_names);
}

}  // namespace mpart::python
