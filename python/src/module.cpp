#include "python/src/bindings.hpp"
#include "python/src/errors.hpp"

PYBIND11_MODULE(_mpart, module) {
  module.doc() = "The engine. Use the package mpart.";
  mpart::python::translate_errors();
  mpart::python::bind_parameters(module);
  mpart::python::bind_learner(module);
  mpart::python::bind_steps(module);
  mpart::python::bind_session(module);
  mpart::python::bind_budget(module);
}
