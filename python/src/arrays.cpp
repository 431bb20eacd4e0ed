#include "python/src/arrays.hpp"

#include <cmath>

namespace mpart::python {

namespace py = pybind11;

namespace {

// Outside of the range any value outside of [0,1] will do: the learner clips and counts it.
constexpr double kBelow = -1, kAbove = 2;

double scaled(double value, double low, double high) {
  if (!std::isfinite(value)) return value;
  if (value < low) return kBelow;
  if (value > high) return kAbove;
  if (low == high) return 0;
  const double span = high - low;
  return std::isfinite(span) ? (value - low) / span : (value / 2 - low / 2) / (high / 2 - low / 2);
}

}  // namespace

Rows::Rows(const py::array& array, const Range& range) : range_(range) {
  constexpr int kNeeded = int{py::array::c_style} | int{py::detail::npy_api::NPY_ARRAY_ALIGNED_};
  const bool is_double = py::isinstance<py::array_t<double>>(array);
  const bool is_float = py::isinstance<py::array_t<float>>(array);
  if (array.ndim() != 2 || (array.flags() & kNeeded) != kNeeded || !(is_double || is_float)) {
    throw invalid_argument("samples must be a C-contiguous 2-D array of float32 or float64");
  }
  if (is_double) doubles_ = static_cast<const double*>(array.data());
  if (is_float) floats_ = static_cast<const float*>(array.data());
  size_ = static_cast<std::size_t>(array.shape(0));
  width_ = static_cast<std::size_t>(array.shape(1));
  if (!range.low.empty() && range.low.size() != width_) {
    throw invalid_data(std::to_string(range.low.size()) + " features expected, " +
                       std::to_string(width_) + " found");
  }
  row_.resize(width_);
}

double Rows::at(std::size_t position) const {
  return doubles_ != nullptr ? doubles_[position] : static_cast<double>(floats_[position]);
}

std::span<const double> Rows::operator[](std::size_t i) {
  const std::size_t start = i * width_;
  const bool as_they_are = range_.low.empty();
  if (as_they_are && doubles_ != nullptr) return {doubles_ + start, width_};
  for (std::size_t k = 0; k < width_; ++k) {
    const double value = at(start + k);
    row_[k] = as_they_are ? value : scaled(value, range_.low[k], range_.high[k]);
  }
  return row_;
}

}  // namespace mpart::python
