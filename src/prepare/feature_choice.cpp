#include "prepare/feature_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace mpart::embed {
namespace {

constexpr std::size_t kComparedRows = 1000;
constexpr std::size_t kMostPixels = std::size_t{1} << 24;  // of all rows: bounds time and memory
// Pictures of letters and clothes have 0.80 to 0.87, digits of 8 x 8 pixels 0.27 and 0.49; clothes
// with their pixels in another order have 0.18, letters 0.03.
constexpr double kAlike = 0.22;

Matrix choose_rows(const Matrix& all) {
  const std::size_t most = std::clamp<std::size_t>(kMostPixels / all.columns, 2, kComparedRows);
  const std::size_t count = std::min(most, all.rows);
  Matrix chosen{count, all.columns, {}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const float> row = all.row(i * all.rows / count);
    chosen.values.insert(chosen.values.end(), row.begin(), row.end());
  }
  return chosen;
}

// Every picture moved one pixel to the right or, every second one, downwards; what comes in is
// what was there.
Matrix shifted(const Matrix& rows, std::size_t side) {
  Matrix moved = rows;
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const std::span<float> pixels = moved.row(row);
    for (auto plane = pixels.begin(); plane != pixels.end();
         plane += static_cast<std::ptrdiff_t>(side * side)) {
      if (row % 2 == 0) {
        for (std::size_t y = 0; y < side; ++y) {
          const auto line = plane + static_cast<std::ptrdiff_t>(y * side);
          std::copy_backward(line, line + static_cast<std::ptrdiff_t>(side - 1),
                             line + static_cast<std::ptrdiff_t>(side));
        }
      } else {
        std::copy_backward(plane, plane + static_cast<std::ptrdiff_t>(side * (side - 1)),
                           plane + static_cast<std::ptrdiff_t>(side * side));
      }
    }
  }
  return moved;
}

float squared_distance_of(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

Matrix features_of(const Matrix& rows, Features features) {
  FeatureMaker maker = fit_features(features, rows);
  Matrix made{rows.rows, maker.output_width(), {}};
  maker.make(rows.values, rows.rows, made.values);
  return made;
}

}  // namespace

double shared_variance(const Matrix& rows, std::size_t side, std::size_t step) {
  double together = 0, apart = 0;
  const auto n = static_cast<double>(rows.rows);
  for (std::size_t a = 0; a + step < rows.columns; ++a) {
    const std::size_t b = a + step;
    const bool in_picture = step == 1 ? b % side != 0 : a / (side * side) == b / (side * side);
    if (!in_picture) continue;
    double sum_a = 0, sum_b = 0, square_a = 0, square_b = 0, product = 0;
    for (std::size_t row = 0; row < rows.rows; ++row) {
      const double x = rows.row(row)[a], y = rows.row(row)[b];
      sum_a += x;
      sum_b += y;
      square_a += x * x;
      square_b += y * y;
      product += x * y;
    }
    together += product - sum_a * sum_b / n;
    apart += (square_a - sum_a * sum_a / n + square_b - sum_b * sum_b / n) / 2;
  }
  return apart > 0 ? together / apart : 0;
}

double shift_sensitivity(const Matrix& rows, Features features) {
  const Matrix made = features_of(rows, features);
  const Matrix moved = features_of(shifted(rows, Gradients(rows.columns).side()), features);
  std::vector<double> shares;
  for (std::size_t i = 0; i < made.rows; ++i) {
    float nearest = std::numeric_limits<float>::infinity();
    for (std::size_t j = 0; j < made.rows; ++j) {
      if (j != i) nearest = std::min(nearest, squared_distance_of(made.row(i), made.row(j)));
    }
    if (nearest > 0) {
      shares.push_back(std::sqrt(squared_distance_of(made.row(i), moved.row(i)) / nearest));
    }
  }
  if (shares.empty()) return std::numeric_limits<double>::infinity();
  const auto middle = shares.begin() + static_cast<std::ptrdiff_t>(shares.size() / 2);
  std::nth_element(shares.begin(), middle, shares.end());
  return *middle;
}

Features choose_features(const Matrix& rows) {
  if (rows.rows < 2 || !Gradients::fits(rows.columns)) return Features::kPixels;
  const Matrix chosen = choose_rows(rows);
  const Gradients gradients(rows.columns);
  for (const std::size_t step : {std::size_t{1}, gradients.side()}) {
    if (!(shared_variance(chosen, gradients.side(), step) >= kAlike)) {
      return Features::kPixels;  // also for NaN
    }
  }
  if (shift_sensitivity(chosen, Features::kGradients) >=
      shift_sensitivity(chosen, Features::kPixels)) {
    return Features::kPixels;
  }
  return gradients.in_colour() ? Features::kBoth : Features::kGradients;
}

}  // namespace mpart::embed
