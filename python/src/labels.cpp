#include "python/src/labels.hpp"

#include "mpart/error.hpp"

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

}  // namespace

std::string Labels::name_of(const py::handle& label) {
  if (missing(label)) return "";
  const py::str text(label);
  std::string name = utf8(text);
  if (!by_name_.contains(text)) {
    by_name_[text] = label;
  } else if (const py::object known = by_name_[text]; !known.is(label) && !known.equal(label)) {
    throw Error(ErrorKind::kBadInput, "the labels " + utf8(py::repr(known)) + " and " +
                                          utf8(py::repr(label)) + " have the same name");
  }
  return name;
}

py::object Labels::label_of(std::string_view name) const {
  py::str text(name.data(), name.size());
  return by_name_.contains(text) ? py::object(by_name_[text]) : py::object(text);
}

}  // namespace mpart::python
