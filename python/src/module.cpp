#include <utility>

#include "mpart/error.hpp"
#include "python/src/bindings.hpp"

PYBIND11_MODULE(_mpart, module) {
  module.doc() = "The engine. Use the package mpart.";
  pybind11::register_exception_translator([](std::exception_ptr failure) {
    try {
      if (failure) std::rethrow_exception(std::move(failure));
    } catch (const mpart::Error& error) {
      const bool callers = error.kind() != mpart::ErrorKind::kFailed;
      PyErr_SetString(callers ? PyExc_ValueError : PyExc_RuntimeError, error.what());
    }
  });
  mpart::python::bind_parameters(module);
  mpart::python::bind_learner(module);
  mpart::python::bind_steps(module);
  mpart::python::bind_session(module);
  mpart::python::bind_budget(module);
}
