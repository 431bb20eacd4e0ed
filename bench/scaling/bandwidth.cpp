#include "bench/scaling/bandwidth.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

double memory_bandwidth() {
  constexpr std::size_t kNumbers = std::size_t{1} << 24;  // 128 MB an array
  constexpr double kScale = 3;
  std::vector<double> a(kNumbers), b(kNumbers, 1), c(kNumbers, 2);
  double best = 0;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < kNumbers; ++i) a[i] = b[i] + kScale * c[i];
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    std::swap(a, b);  // so that no run can be left out
    best = std::max(best, 3.0 * sizeof(double) * kNumbers / time.count());
  }
  return best;
}
