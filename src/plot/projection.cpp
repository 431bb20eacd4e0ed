#include "plot/projection.hpp"

#include <cmath>

#include "mpart/error.hpp"
#include "plot/principal_axes.hpp"
#include "util/text.hpp"

namespace mpart::plot {

namespace {

void require_width(std::size_t expected, std::size_t found) {
  if (expected == found) return;
  throw invalid_data("a picture of samples of " + std::to_string(expected) + " values: one has " +
                     std::to_string(found));
}

std::string feature_label(std::size_t feature) { return "feature " + std::to_string(feature); }

std::string component_label(std::size_t component, double share) {
  return "principal component " + std::to_string(component) + " (" +
         std::to_string(std::lround(100 * share)) + " % of the variance)";
}

}  // namespace

Axes parse_axes(std::string_view text) {
  Axes axes;
  const std::size_t comma = text.find(',');
  const bool sound =
      comma != std::string_view::npos && parse_whole(text.substr(0, comma), axes.x) &&
      parse_whole(text.substr(comma + 1), axes.y) && axes.x >= 1 && axes.y >= 1 && axes.x != axes.y;
  if (!sound) {
    throw invalid_argument("two different features such as 1,2 expected, '" + std::string(text) +
                           "' found");
  }
  return axes;
}

Projection Projection::fit(std::span<const std::vector<double>> points) {
  const std::size_t width = points.front().size();
  for (const std::vector<double>& point : points) require_width(width, point.size());
  if (width == 0) throw invalid_data("samples without values cannot be drawn");
  if (width == 2) return onto({1, 2}, 2);
  Projection result(width);
  if (width == 1) {
    result.x_ = {1};
    result.y_offset_ = 0.5;
    result.x_label_ = feature_label(1);
    return result;
  }
  PrincipalAxes axes = principal_axes(points);
  result.centre_ = std::move(axes.centre);
  result.x_ = std::move(axes.direction[0]);
  result.y_ = std::move(axes.direction[1]);
  result.x_label_ = component_label(1, axes.share[0]);
  result.y_label_ = component_label(2, axes.share[1]);
  return result;
}

Projection Projection::onto(Axes axes, std::size_t width) {
  for (const std::size_t feature : {axes.x, axes.y}) {
    if (feature >= 1 && feature <= width) continue;
    throw invalid_argument("axis " + std::to_string(feature) + ": the samples have " +
                           std::to_string(width) + " features, counted from 1");
  }
  Projection result(width);
  result.x_[axes.x - 1] = 1;
  result.y_[axes.y - 1] = 1;
  result.x_label_ = feature_label(axes.x);
  result.y_label_ = feature_label(axes.y);
  return result;
}

Point Projection::operator()(std::span<const double> values) const {
  require_width(width(), values.size());
  Point point{0, y_offset_};
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double offset = values[k] - centre_[k];
    point.x += x_[k] * offset;
    point.y += y_[k] * offset;
  }
  return point;
}

Projection choose_projection(std::span<const std::vector<double>> points,
                             const std::optional<Axes>& axes) {
  return axes ? Projection::onto(*axes, points.front().size()) : Projection::fit(points);
}

}  // namespace mpart::plot
