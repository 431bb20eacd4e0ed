#include <pybind11/stl.h>

#include <string>

#include "mpart/learner.hpp"
#include "mpart/parameters.hpp"
#include "mpart/version.hpp"
#include "python/src/bindings.hpp"
#include "python/src/errors.hpp"

namespace mpart::python {

namespace {

void bind_parameters(pybind11::module_& module) {
  pybind11::class_<Parameters> type(module, "Parameters");
  type.def(pybind11::init())
      .def_readwrite("learner", &Parameters::learner)
      .def("check", &Parameters::check);
  for (const ParameterRow& row : parameter_table()) {
    const std::string name(row.name);
    const std::string help(row.help);
    std::visit([&](auto member) { type.def_readwrite(name.c_str(), member, help.c_str()); },
               row.member);
  }
  module.def("learner_names", &learner_names);
}

}  // namespace

PYBIND11_MODULE(_mpart, module) {
  module.doc() = "The engine. Use the package mpart_learn.";
  module.attr("__version__") = std::string(version());
  add_exceptions(module);
  translate_errors();
  bind_parameters(module);
  bind_learner(module);
  bind_steps(module);
  bind_session(module);
  bind_budget(module);
}

}  // namespace mpart::python
