#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::python {

using Doubles = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

template <typename Value>
pybind11::array_t<Value> array_of(const std::vector<Value>& values) {
  return pybind11::array_t<Value>(static_cast<pybind11::ssize_t>(values.size()), values.data());
}

template <typename Value>
pybind11::array_t<Value> array_of(const std::vector<Value>& values, std::size_t rows,
                                  std::size_t columns) {
  return pybind11::array_t<Value>(std::vector<std::size_t>{rows, columns}, values.data());
}

// What becomes 0 and what becomes 1, by feature. Empty: values are taken as they are.
struct Range {
  std::vector<double> low, high;
};

// The samples of an array, read in place. float64 that needs no scaling reaches the learner without
// a copy; other rows are converted one at a time.
class Rows {
 public:
  // Throws Error(kInvalidArgument) unless `array` is C-contiguous, aligned, 2-D, float32 or
  // float64. REQUIRES: `array` and `range` outlive this.
  Rows(const pybind11::array& array, const Range& range);

  std::size_t size() const { return size_; }

  // Valid until the next call.
  std::span<const double> operator[](std::size_t i);

 private:
  double at(std::size_t position) const;

  const Range& range_;
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
