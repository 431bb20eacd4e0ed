#include "python/src/arrays.hpp"

#include <cmath>
#include <cstdint>
#include <string_view>

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

Rows::Rows(const py::handle& array, const Range& range) : buffer_(array), range_(range) {
  doubles_ = buffer_.data<const double>();
  floats_ = buffer_.data<const float>();
  if (buffer_.dimensions() != 2 || (doubles_ == nullptr && floats_ == nullptr)) {
    throw invalid_argument("samples must be a C-contiguous 2-D array of float32 or float64");
  }
  size_ = buffer_.size(0);
  width_ = buffer_.size(1);
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
