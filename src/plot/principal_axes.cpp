#include "plot/principal_axes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "util/random.hpp"

namespace mpart::plot {

namespace {

using Vector = std::vector<double>;

constexpr std::size_t kMostPoints = 4000;  // more do not turn the axes visibly
constexpr int kMostIterations = 2000;
constexpr double kSettled = 1e-12;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// a += factor * b
void add_scaled(Vector& a, double factor, const Vector& b) {
  for (std::size_t k = 0; k < a.size(); ++k) a[k] += factor * b[k];
}

// False if there is no length to speak of.
bool normalise(Vector& v, double smallest) {
  const double length = std::sqrt(dot(v, v));
  if (!(length > smallest)) return false;
  for (double& value : v) value /= length;
  return true;
}

Vector mean_of(std::span<const Vector> points, std::size_t stride) {
  Vector mean(points[0].size());
  double count = 0;
  for (std::size_t i = 0; i < points.size(); i += stride, ++count) {
    add_scaled(mean, 1, points[i]);
  }
  for (double& value : mean) value /= count;
  return mean;
}

// Row by row; the factor 1/n is left out, for it changes neither directions nor shares.
std::vector<Vector> covariance(std::span<const Vector> points, std::size_t stride,
                               const Vector& mean) {
  const std::size_t width = mean.size();
  std::vector<Vector> matrix(width, Vector(width));
  Vector offset(width);
  for (std::size_t i = 0; i < points.size(); i += stride) {
    for (std::size_t k = 0; k < width; ++k) offset[k] = points[i][k] - mean[k];
    for (std::size_t k = 0; k < width; ++k) {
      if (offset[k] != 0) add_scaled(matrix[k], offset[k], offset);  // pictures are full of zeros
    }
  }
  return matrix;
}

double trace(const std::vector<Vector>& matrix) {
  double sum = 0;
  for (std::size_t k = 0; k < matrix.size(); ++k) sum += matrix[k][k];
  return sum;
}

// The first unit vector that is not along `other`, made orthogonal to it: for points without
// variance left.
Vector any_direction(std::size_t width, const Vector* other) {
  Vector v(width);
  v[0] = 1;
  if (other == nullptr) return v;
  if (std::abs((*other)[0]) > 0.9) std::swap(v[0], v[1]);
  add_scaled(v, -dot(v, *other), *other);
  normalise(v, 0);
  return v;
}

// Power iteration for the largest eigenvalue among the vectors orthogonal to `other`.
Vector leading_direction(const std::vector<Vector>& matrix, const Vector* other, double tiny) {
  Random random(1);
  Vector v(matrix.size());
  for (double& value : v) value = random.normal();  // surely not orthogonal to what is sought
  Vector next(v.size());
  for (int i = 0; i < kMostIterations; ++i) {
    for (std::size_t k = 0; k < v.size(); ++k) next[k] = dot(matrix[k], v);
    if (other != nullptr) add_scaled(next, -dot(next, *other), *other);
    if (!normalise(next, tiny)) return any_direction(matrix.size(), other);
    double change = 0;
    for (std::size_t k = 0; k < v.size(); ++k) change = std::max(change, std::abs(next[k] - v[k]));
    std::swap(v, next);
    if (change < kSettled) break;
  }
  return v;
}

void fix_sign(Vector& v) {
  const auto magnitude = [](double a, double b) { return std::abs(a) < std::abs(b); };
  if (*std::max_element(v.begin(), v.end(), magnitude) >= 0) return;
  for (double& value : v) value = -value;
}

double variance_along(const std::vector<Vector>& matrix, const Vector& v) {
  double sum = 0;
  for (std::size_t k = 0; k < v.size(); ++k) sum += v[k] * dot(matrix[k], v);
  return sum;
}

}  // namespace

PrincipalAxes principal_axes(std::span<const std::vector<double>> points) {
  const std::size_t stride = (points.size() + kMostPoints - 1) / kMostPoints;
  PrincipalAxes axes;
  axes.centre = mean_of(points, stride);
  const std::vector<Vector> matrix = covariance(points, stride, axes.centre);
  const double total = trace(matrix);
  const double tiny = 1e-12 * total;
  axes.direction[0] = leading_direction(matrix, nullptr, tiny);
  axes.direction[1] = leading_direction(matrix, &axes.direction[0], tiny);
  for (std::size_t d = 0; d < 2; ++d) {
    fix_sign(axes.direction[d]);
    if (total > 0) axes.share[d] = variance_along(matrix, axes.direction[d]) / total;
  }
  return axes;
}

}  // namespace mpart::plot
