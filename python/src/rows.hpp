#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <span>
#include <vector>

namespace mpart::python {

// What becomes 0 and what becomes 1, by feature. Empty: values are taken as they are.
struct Range {
  std::vector<double> low, high;
};

// The samples of an array, read in place. float64 that needs no scaling reaches the learner without
// a copy; other rows are converted one at a time.
class Rows {
 public:
  // Throws Error(kBadUse) unless `array` is C-contiguous, aligned, 2-D, float32 or float64.
  // REQUIRES: `array` and `range` outlive this.
  Rows(const pybind11::array& array, const Range& range);

  std::size_t size() const { return size_; }
  std::size_t width() const { return width_; }

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

}  // namespace mpart::python
