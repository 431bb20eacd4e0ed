#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::plot {

struct Point {
  double x = 0, y = 0;
};

// Two features, counted from 1 as people do.
struct Axes {
  std::size_t x = 1, y = 2;
};

// "3,1"; throws Error(kInvalidArgument) unless it is two different numbers from 1.
Axes parse_axes(std::string_view text);

// From samples of any width to the plane of a picture. Immutable, so safe from any thread.
class Projection {
 public:
  // One feature: a line at y = 0.5. Two: as they are. More: the principal axes of `points`.
  // REQUIRES: at least one point. Throws Error(kInvalidData) unless all are of one width.
  static Projection fit(std::span<const std::vector<double>> points);

  // Throws Error(kInvalidArgument) if a sample has no such feature.
  static Projection onto(Axes axes, std::size_t width);

  // Throws Error(kInvalidData) if the sample is of another width.
  Point operator()(std::span<const double> values) const;

  std::size_t width() const { return x_.size(); }
  const std::string& x_label() const { return x_label_; }
  const std::string& y_label() const { return y_label_; }  // empty: y means nothing

 private:
  explicit Projection(std::size_t width) : centre_(width), x_(width), y_(width) {}

  std::vector<double> centre_, x_, y_;  // x = x_ . (values - centre_)
  double y_offset_ = 0;
  std::string x_label_, y_label_;
};

// The given axes, or what fits the points.
Projection choose_projection(std::span<const std::vector<double>> points,
                             const std::optional<Axes>& axes);

}  // namespace mpart::plot
