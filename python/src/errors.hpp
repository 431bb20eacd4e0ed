#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <string>
#include <utility>

#include "wire/error_table.hpp"

namespace mpart::python {

// mpart_learn's exception for a kind of error: "invalid data" is InvalidDataError.
inline std::string exception_name(const wire::ErrorRow& row) {
  std::string name;
  bool capital = true;
  for (const char letter : row.name) {
    if (letter != ' ') name += capital ? static_cast<char>(letter - 'a' + 'A') : letter;
    capital = letter == ' ';
  }
  return name + "Error";
}

// Adds Error and an exception for each kind, which is also one of Python's own: a NotFoundError is
// a LookupError. For the module mpart_learn._mpart alone.
inline void add_exceptions(pybind11::module_& module) {
  namespace py = pybind11;
  const auto add = [&](const std::string& name, const py::tuple& bases, const py::dict& members) {
    const std::string full = "mpart_learn." + name;
    auto type = py::reinterpret_steal<py::object>(
        PyErr_NewException(full.c_str(), bases.ptr(), members.ptr()));
    if (!type) throw py::error_already_set();
    module.attr(name.c_str()) = type;
    return type;
  };
  const py::module_ builtins = py::module_::import("builtins");
  const py::object error = add("Error", py::make_tuple(builtins.attr("Exception")), py::dict());
  for (const wire::ErrorRow& row : wire::error_table()) {
    py::dict members;
    members["kind"] = std::string(row.name);
    const py::object base = builtins.attr(std::string(row.python).c_str());
    add(exception_name(row), py::make_tuple(error, base), members);
  }
}

// Errors that the engine throws in this module become mpart_learn's. REQUIRES: called once a
// module.
inline void translate_errors() {
  pybind11::register_local_exception_translator([](std::exception_ptr failure) {
    try {
      if (failure) std::rethrow_exception(std::move(failure));
    } catch (const Error& error) {
      const std::string name = exception_name(wire::error_row(error.kind()));
      const auto module = pybind11::module_::import("mpart_learn._mpart");
      const pybind11::object type = module.attr(name.c_str());
      PyErr_SetString(type.ptr(), error.what());
    }
  });
}

}  // namespace mpart::python
