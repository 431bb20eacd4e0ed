#pragma once

namespace mpart::embed {

// Similarity 1 / (1 + a x^(2b)) of two points of the map at distance x.
struct Curve {
  double a = 1;
  double b = 1;
};

// The curve nearest to 1 up to `min_dist` and exp(-(x - min_dist) / spread) beyond, by least
// squares on 300 points of [0, 3 spread]. A larger `min_dist` keeps neighbours further apart, a
// larger `spread` makes the whole map wider.
// Throws Error(kInvalidArgument) unless 0 <= min_dist <= spread and spread > 0.
Curve fit_curve(double min_dist, double spread);

}  // namespace mpart::embed
