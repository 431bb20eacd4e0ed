#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::python {

// NumPy's arrays are read by Python's buffer protocol and made by calling numpy.empty. Nothing here
// knows how NumPy lays out its own structures: NumPy 2 changed that, and a module that was compiled
// for the layout before would give wrong numbers without an error.

// The memory of a C-contiguous, aligned array. Needs the interpreter's lock, except for data().
class Buffer {
 public:
  enum class Access { kRead, kWrite };

  // Throws Error(kInvalidArgument) for anything else.
  explicit Buffer(const pybind11::handle& array, Access access = Access::kRead);
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { PyBuffer_Release(&view_); }

  std::size_t dimensions() const { return static_cast<std::size_t>(view_.ndim); }
  std::size_t size(std::size_t dimension) const {
    return static_cast<std::size_t>(view_.shape[dimension]);
  }

  // Null unless its elements are of this type.
  template <typename Value>
  Value* data() const {
    return is_of(kind_of<Value>(), sizeof(Value)) ? static_cast<Value*>(view_.buf) : nullptr;
  }

  // 'f' for floating point, 'i' and 'u' for whole numbers, as in NumPy's names of types.
  template <typename Value>
  static constexpr char kind_of() {
    static_assert(std::is_arithmetic_v<Value>);
    return std::is_floating_point_v<Value> ? 'f' : std::is_signed_v<Value> ? 'i' : 'u';
  }

 private:
  bool is_of(char kind, std::size_t bytes) const;

  Py_buffer view_{};
};

// An array of NumPy that is not initialised; `type` as NumPy writes it, "f4".
pybind11::object empty_array(const std::vector<std::size_t>& shape, const std::string& type);

template <typename Value>
pybind11::object empty_array(const std::vector<std::size_t>& shape) {
  return empty_array(shape, Buffer::kind_of<Value>() + std::to_string(sizeof(Value)));
}

template <typename Value>
pybind11::object array_of(const std::vector<Value>& values, const std::vector<std::size_t>& shape) {
  pybind11::object array = empty_array<Value>(shape);
  const Buffer buffer(array, Buffer::Access::kWrite);
  std::copy(values.begin(), values.end(), buffer.data<Value>());
  return array;
}

template <typename Value>
pybind11::object array_of(const std::vector<Value>& values) {
  return array_of(values, {values.size()});
}

// The samples of an array, read in place: float64 without a copy, float32 a row at a time.
class Rows {
 public:
  // Throws Error(kInvalidArgument) unless `array` is C-contiguous, aligned, 2-D, float32 or
  // float64.
  explicit Rows(const pybind11::handle& array);

  std::size_t size() const { return size_; }
  std::size_t width() const { return width_; }

  // Valid until the next call.
  std::span<const double> operator[](std::size_t i);

 private:
  Buffer buffer_;
  const double* doubles_ = nullptr;
  const float* floats_ = nullptr;
  std::size_t size_ = 0, width_ = 0;
  std::vector<double> row_;
};

// Calls work(); an Error of it is said to be of row i.
template <typename Work>
void in_row(std::size_t i, Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(error.kind(), "row " + std::to_string(i) + ": " + error.what());
  }
}

}  // namespace mpart::python
