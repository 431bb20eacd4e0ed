#pragma once

#include <array>
#include <span>
#include <vector>

namespace mpart::plot {

// The two directions in which points vary most.
struct PrincipalAxes {
  std::vector<double> centre;                    // mean of the points
  std::array<std::vector<double>, 2> direction;  // unit length, at right angles
  std::array<double, 2> share = {0, 0};          // of the points' variance, 0 to 1
};

// The largest component of a direction is positive, so the same points give the same picture.
// Costs O(points x width^2); a few thousand points evenly chosen are used when there are more.
// REQUIRES: at least one point, all of one width >= 2.
PrincipalAxes principal_axes(std::span<const std::vector<double>> points);

}  // namespace mpart::plot
