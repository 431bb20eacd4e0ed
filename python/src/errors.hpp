#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <utility>

#include "mpart/error.hpp"

namespace mpart::python {

// What the engine throws in this module becomes Python's own. REQUIRES: called once a module.
inline void translate_errors() {
  pybind11::register_local_exception_translator([](std::exception_ptr failure) {
    try {
      if (failure) std::rethrow_exception(std::move(failure));
    } catch (const Error& error) {
      const bool callers = error.kind() != ErrorKind::kFailed;
      PyErr_SetString(callers ? PyExc_ValueError : PyExc_RuntimeError, error.what());
    }
  });
}

}  // namespace mpart::python
