#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <vector>

namespace mpart::python {

template <typename Value>
pybind11::array_t<Value> array_of(const std::vector<Value>& values) {
  return pybind11::array_t<Value>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}

template <typename Value>
pybind11::array_t<Value> array_of(const std::vector<Value>& values, std::size_t rows,
                                  std::size_t columns) {
  return pybind11::array_t<Value>(std::vector<std::size_t>{rows, columns}, values.data());
}

}  // namespace mpart::python
