#include "prepare/sparse_directions.hpp"

#include <algorithm>
#include <cmath>

#include "prepare/symmetric_eigen.hpp"
#include "util/random.hpp"

namespace mpart::embed {

namespace {

// Directions beside the wanted ones, so that the last of these are found as well as the first.
constexpr std::size_t kSpare = 8;
// Each round brings what differs by a factor of two in singular values apart by 4.
constexpr int kRounds = 4;
// Eigenvalues below this share of the largest are rounding errors.
constexpr double kLeastShare = 1e-9;

// A dense matrix [rows][width], one row after another.
using Block = std::vector<float>;

// out[row] = sum over the row's columns of value * in[column]
void multiply(const SparseRows& matrix, const Block& in, std::size_t width, Block& out) {
  out.assign(matrix.rows() * width, 0);
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    float* const to = out.data() + i * width;
    for (const SparseValue& entry : matrix.row(i)) {
      const float* const from = in.data() + entry.column * width;
      for (std::size_t j = 0; j < width; ++j) to[j] += entry.value * from[j];
    }
  }
}

// out[column] = sum over the rows of value * in[row]
void multiply_transposed(const SparseRows& matrix, const Block& in, std::size_t width, Block& out) {
  out.assign(matrix.columns * width, 0);
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const float* const from = in.data() + i * width;
    for (const SparseValue& entry : matrix.row(i)) {
      float* const to = out.data() + entry.column * width;
      for (std::size_t j = 0; j < width; ++j) to[j] += entry.value * from[j];
    }
  }
}

// The products of the block's columns with each other: [width][width].
std::vector<double> gram(const Block& block, std::size_t width) {
  std::vector<double> products(width * width, 0.);
  for (std::size_t row = 0; row < block.size() / width; ++row) {
    const float* const values = block.data() + row * width;
    for (std::size_t i = 0; i < width; ++i) {
      const double left = values[i];
      double* const to = products.data() + i * width;
      for (std::size_t j = i; j < width; ++j) to[j] += left * double{values[j]};
    }
  }
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = 0; j < i; ++j) products[i * width + j] = products[j * width + i];
  }
  return products;
}

// block * factors, with the first `kept` columns of factors [width][width].
Block rotated(const Block& block, std::size_t width, const std::vector<double>& factors,
              std::size_t kept) {
  Block out(block.size() / width * kept);
  std::vector<double> sums(kept);
  for (std::size_t row = 0; row < block.size() / width; ++row) {
    std::fill(sums.begin(), sums.end(), 0.);
    for (std::size_t i = 0; i < width; ++i) {
      const double value = block[row * width + i];
      const double* const factor = factors.data() + i * width;
      for (std::size_t j = 0; j < kept; ++j) sums[j] += value * factor[j];
    }
    std::copy(sums.begin(), sums.end(), out.begin() + static_cast<std::ptrdiff_t>(row * kept));
  }
  return out;
}

// Columns of length 1 at right angles that span the same space; zeros for what it lacks.
Block orthonormal(const Block& block, std::size_t width) {
  SymmetricEigen eigen = symmetric_eigen(gram(block, width), width);
  const double least = std::max(eigen.values.front() * kLeastShare, 1e-30);
  for (std::size_t j = 0; j < width; ++j) {
    const double scale = eigen.values[j] > least ? 1 / std::sqrt(eigen.values[j]) : 0;
    for (std::size_t i = 0; i < width; ++i) eigen.vectors[i * width + j] *= scale;
  }
  return rotated(block, width, eigen.vectors, width);
}

}  // namespace

std::vector<float> sparse_directions(const SparseRows& matrix, std::size_t count,
                                     std::uint64_t seed) {
  const std::size_t width = count + kSpare;
  Random random(seed);
  Block rows(matrix.rows() * width);
  for (float& value : rows) value = static_cast<float>(random.normal());
  Block columns;
  for (int round = 0; round < kRounds; ++round) {
    multiply_transposed(matrix, rows, width, columns);
    columns = orthonormal(columns, width);
    multiply(matrix, columns, width, rows);
  }
  const SymmetricEigen eigen = symmetric_eigen(gram(rows, width), width);
  Block directions = rotated(columns, width, eigen.vectors, count);
  // Which way a direction points is chance: the larger sum of cubes is made positive.
  for (std::size_t j = 0; j < count; ++j) {
    double lean = 0;
    for (std::size_t i = j; i < directions.size(); i += count) {
      lean += std::pow(double{directions[i]}, 3);
    }
    if (lean >= 0) continue;
    for (std::size_t i = j; i < directions.size(); i += count) directions[i] = -directions[i];
  }
  return directions;
}

}  // namespace mpart::embed
