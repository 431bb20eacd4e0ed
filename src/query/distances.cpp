#include "query/distances.hpp"

#include <algorithm>
#include <cmath>

#include "util/processors.hpp"

namespace mpart {

namespace {

constexpr std::size_t kParts = 16;

float sum_of(const float (&part)[kParts]) {
  float sum = 0;
  for (const float each : part) sum += each;
  return sum;
}

}  // namespace

MPART_COMPILED_FOR("arch=x86-64-v4", "avx2", "default")
void distances_to(const float* points, std::size_t width, std::size_t size, NodeIndex j,
                  float* distances) {
  std::fill(distances, distances + size, 0.0F);
  for (std::size_t k = 0; k < width; ++k) {
    const float* row = points + k * size;
    const float own = row[j];
    for (std::size_t i = 0; i < size; ++i) distances[i] += std::abs(row[i] - own);
  }
}

MPART_COMPILED_FOR("arch=x86-64-v4", "avx2", "default")
void keep_nearer(const float* distances, std::size_t size, float* nearest) {
  for (std::size_t i = 0; i < size; ++i) {
    nearest[i] = distances[i] < nearest[i] ? distances[i] : nearest[i];
  }
}

MPART_COMPILED_FOR("arch=x86-64-v4", "avx2", "default")
void keep_nearer(const float* distances, std::size_t size, ClassIndex label, float* nearest,
                 ClassIndex* labels) {
  for (std::size_t i = 0; i < size; ++i) {
    labels[i] = distances[i] < nearest[i] ? label : labels[i];
    nearest[i] = distances[i] < nearest[i] ? distances[i] : nearest[i];
  }
}

MPART_COMPILED_FOR("arch=x86-64-v4", "avx2", "default")
void shares_at(const float* distances, std::size_t size, float radius, float* shares) {
  const float per_radius = 1 / radius;
  for (std::size_t i = 0; i < size; ++i) {
    const float left = 1 - distances[i] * per_radius;
    const float near = left > 0 ? left : 0;
    shares[i] = near * near * near * near;
  }
}

MPART_COMPILED_FOR("arch=x86-64-v4", "avx2", "default")
float crowd_at(const float* distances, std::size_t size, float radius) {
  const float per_radius = 1 / radius;
  float part[kParts] = {};
  std::size_t i = 0;
  for (; i + kParts <= size; i += kParts) {
#pragma omp simd
    for (std::size_t lane = 0; lane < kParts; ++lane) {
      const float left = 1 - distances[i + lane] * per_radius;
      part[lane] += left > 0 ? left : 0;
    }
  }
  for (; i < size; ++i) {
    const float left = 1 - distances[i] * per_radius;
    part[0] += left > 0 ? left : 0;
  }
  return sum_of(part);
}

MPART_COMPILED_FOR("arch=x86-64-v4", "avx2", "default")
float gain_of(const float* worth, const float* covered, const float* shares, std::size_t size) {
  float part[kParts] = {};
  std::size_t i = 0;
  for (; i + kParts <= size; i += kParts) {
#pragma omp simd
    for (std::size_t lane = 0; lane < kParts; ++lane) {
      const float more = shares[i + lane] - covered[i + lane];
      part[lane] += worth[i + lane] * (more > 0 ? more : 0);
    }
  }
  for (; i < size; ++i) {
    const float more = shares[i] - covered[i];
    part[0] += worth[i] * (more > 0 ? more : 0);
  }
  return sum_of(part);
}

}  // namespace mpart
