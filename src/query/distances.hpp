#pragma once

#include <cstddef>

#include "mpart/types.hpp"

namespace mpart {

// The hot loops of coverage.cpp, over all nodes. Arrays are [size].

// L1 distance of every point to point j. points [width][size].
void distances_to(const float* points, std::size_t width, std::size_t size, NodeIndex j,
                  float* distances);

// nearest <- the lower of both.
void keep_nearer(const float* distances, std::size_t size, float* nearest);

// The same; where it was lower, labels becomes `label`.
void keep_nearer(const float* distances, std::size_t size, ClassIndex label, float* nearest,
                 ClassIndex* labels);

// (1 - d / radius)^4 within the radius, 0 beyond.
void shares_at(const float* distances, std::size_t size, float radius, float* shares);

// The sum of 1 - d / radius over the points within the radius.
float crowd_at(const float* distances, std::size_t size, float radius);

// The sum of worth (share - covered) over the nodes where that is above 0.
// Sums are added up in an order that is the same on every processor.
float gain_of(const float* worth, const float* covered, const float* shares, std::size_t size);

}  // namespace mpart
