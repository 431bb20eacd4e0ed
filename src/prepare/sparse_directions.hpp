#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mpart::embed {

// A number in a column of a sparse matrix.
struct SparseValue {
  std::uint32_t column = 0;
  float value = 0;
};

// A matrix of which most is zero.
struct SparseRows {
  std::vector<std::size_t> ends{};  // of each row in `values`
  std::vector<SparseValue> values{};
  std::size_t columns = 0;

  std::size_t rows() const { return ends.size(); }
  std::span<const SparseValue> row(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(values).subspan(begin, ends[i] - begin);
  }
};

// The `count` right singular vectors of a matrix with the largest singular values, by subspace
// iteration from a start drawn by the seed: directions[c * count + j] is component c of vector j.
// Where the matrix has a lower rank the rest is zeros. One thread; the same matrix and seed give
// the same bits.
std::vector<float> sparse_directions(const SparseRows& matrix, std::size_t count,
                                     std::uint64_t seed);

}  // namespace mpart::embed
