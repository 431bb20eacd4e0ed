#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpart::embed {

// Samples one after another.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> values;  // [rows][columns]

  std::span<const float> row(std::size_t i) const { return {values.data() + i * columns, columns}; }
  std::span<float> row(std::size_t i) { return {values.data() + i * columns, columns}; }
};

}  // namespace mpart::embed
