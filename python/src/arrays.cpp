#include "python/src/arrays.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace mpart::python {

namespace py = pybind11;

Buffer::Buffer(const py::handle& array, Access access) {
  const int wanted =
      PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (access == Access::kWrite ? PyBUF_WRITABLE : 0);
  if (PyObject_GetBuffer(array.ptr(), &view_, wanted) == 0) return;
  PyErr_Clear();
  throw invalid_argument("a C-contiguous array of numbers expected");
}

// NumPy writes the formats of Python's module struct; one that is not aligned, or not of this
// machine's byte order, has a mark in front.
bool Buffer::is_of(char kind, std::size_t bytes) const {
  if (static_cast<std::size_t>(view_.itemsize) != bytes) return false;
  const std::string_view format(view_.format == nullptr ? "B" : view_.format);
  const std::string_view formats = kind == 'f' ? "fd" : kind == 'i' ? "bhilq" : "BHILQ";
  const bool known = format.size() == 1 && formats.find(format.front()) != std::string_view::npos;
  return known && reinterpret_cast<std::uintptr_t>(view_.buf) % bytes == 0;
}

py::object empty_array(const std::vector<std::size_t>& shape, const std::string& type) {
  py::object sizes;
  if (shape.size() == 1) {
    sizes = py::int_(shape.front());
  } else {
    py::tuple all(shape.size());
    for (std::size_t i = 0; i < shape.size(); ++i) all[i] = shape[i];
    sizes = std::move(all);
  }
  const py::object empty = py::module_::import("numpy").attr("empty");
  return type == "f8" ? empty(sizes) : empty(sizes, type);  // f8 is what it makes anyway, faster
}

Rows::Rows(const py::handle& array) : buffer_(array) {
  doubles_ = buffer_.data<const double>();
  floats_ = buffer_.data<const float>();
  if (buffer_.dimensions() != 2 || (doubles_ == nullptr && floats_ == nullptr)) {
    throw invalid_argument("samples must be a C-contiguous 2-D array of float32 or float64");
  }
  size_ = buffer_.size(0);
  width_ = buffer_.size(1);
  row_.resize(width_);
}

std::span<const double> Rows::operator[](std::size_t i) {
  const std::size_t start = i * width_;
  if (doubles_ != nullptr) return {doubles_ + start, width_};
  std::copy(floats_ + start, floats_ + start + width_, row_.begin());
  return row_;
}

}  // namespace mpart::python
