#include "prepare/symmetric_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mpart::embed {

namespace {

// Each sweep squares what is left beside the diagonal: ten are enough for a double.
constexpr int kMostSweeps = 30;

class Rotations {
 public:
  Rotations(std::vector<double> matrix, std::size_t size)
      : size_(size), matrix_(std::move(matrix)), vectors_(size * size, 0.) {
    for (std::size_t i = 0; i < size_; ++i) vectors_[i * size_ + i] = 1;
  }

  // False once nothing is left to rotate.
  bool sweep() {
    bool rotated = false;
    for (std::size_t p = 0; p < size_; ++p) {
      for (std::size_t q = p + 1; q < size_; ++q) rotated |= rotate(p, q);
    }
    return rotated;
  }

  SymmetricEigen result() const {
    std::vector<std::size_t> order(size_);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
      return matrix_[left * size_ + left] > matrix_[right * size_ + right];
    });
    SymmetricEigen eigen{std::vector<double>(size_), std::vector<double>(size_ * size_)};
    for (std::size_t j = 0; j < size_; ++j) {
      eigen.values[j] = matrix_[order[j] * size_ + order[j]];
      for (std::size_t i = 0; i < size_; ++i) {
        eigen.vectors[i * size_ + j] = vectors_[i * size_ + order[j]];
      }
    }
    return eigen;
  }

 private:
  // Makes element (p, q) zero, unless it is too small to change the diagonal.
  bool rotate(std::size_t p, std::size_t q) {
    const double between = matrix_[p * size_ + q];
    const double first = matrix_[p * size_ + p];
    const double second = matrix_[q * size_ + q];
    constexpr double kNegligible = 1e-15;
    if (std::abs(between) <= kNegligible * std::sqrt(std::abs(first * second))) return false;
    const double ratio = (second - first) / (2 * between);
    const double tangent =
        (ratio < 0 ? -1. : 1.) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1));
    const double cosine = 1 / std::sqrt(tangent * tangent + 1);
    const double sine = tangent * cosine;
    for (std::size_t k = 0; k < size_; ++k) {
      turn(matrix_, k * size_ + p, k * size_ + q, cosine, sine);
    }
    for (std::size_t k = 0; k < size_; ++k) {
      turn(matrix_, p * size_ + k, q * size_ + k, cosine, sine);
    }
    for (std::size_t k = 0; k < size_; ++k) {
      turn(vectors_, k * size_ + p, k * size_ + q, cosine, sine);
    }
    return true;
  }

  static void turn(std::vector<double>& numbers, std::size_t a, std::size_t b, double cosine,
                   double sine) {
    const double first = numbers[a];
    const double second = numbers[b];
    numbers[a] = cosine * first - sine * second;
    numbers[b] = sine * first + cosine * second;
  }

  std::size_t size_;
  std::vector<double> matrix_;
  std::vector<double> vectors_;
};

}  // namespace

SymmetricEigen symmetric_eigen(std::vector<double> matrix, std::size_t size) {
  Rotations rotations(std::move(matrix), size);
  for (int sweep = 0; sweep < kMostSweeps && rotations.sweep(); ++sweep) {
  }
  return rotations.result();
}

}  // namespace mpart::embed
