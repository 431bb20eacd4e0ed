#pragma once

#include <cstddef>
#include <vector>

namespace mpart::embed {

// Eigenvalues in descending order, and vectors[i * size + j]: component i of vector j, each of
// length 1.
struct SymmetricEigen {
  std::vector<double> values;
  std::vector<double> vectors;
};

// Of a symmetric matrix [size][size], by Jacobi's rotations: for some hundred rows at most.
SymmetricEigen symmetric_eigen(std::vector<double> matrix, std::size_t size);

}  // namespace mpart::embed
