#include "bench/scaling/scan.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "src/util/processors.hpp"
#include "src/util/random.hpp"

namespace {

constexpr std::size_t kLanes = 8;

struct alignas(64) Row {
  double lane[kLanes];
};

MPART_COMPILED_FOR("avx512f", "avx2", "default")
void overlaps(const std::vector<double>& input, const std::vector<Row>& rows,
              std::vector<double>& overlap) {
  const Row* row = rows.data();
  for (std::size_t j = 0; j < overlap.size(); j += kLanes) {
    double sum[kLanes] = {};
    for (const double value : input) {
#pragma omp simd
      for (std::size_t i = 0; i < kLanes; ++i) sum[i] += std::min(row->lane[i], value);
      ++row;
    }
    std::copy_n(sum, kLanes, overlap.data() + j);
  }
}

}  // namespace

double time_scan(std::size_t nodes, std::size_t dimensions) {
  using Clock = std::chrono::steady_clock;
  mpart::Random random(1);
  const std::size_t blocks = (nodes + kLanes - 1) / kLanes;
  std::vector<Row> rows(blocks * 2 * dimensions);
  for (Row& row : rows) {
    for (double& value : row.lane) value = random.uniform();
  }
  std::vector<double> overlap(blocks * kLanes);
  std::vector<double> input(2 * dimensions);
  double least = 1e18;
  double kept = 0;
  for (int run = 0; run < 20; ++run) {
    for (double& value : input) value = random.uniform();
    const auto start = Clock::now();
    overlaps(input, rows, overlap);
    const std::chrono::duration<double, std::nano> time = Clock::now() - start;
    least = std::min(least, time.count());
    kept += overlap[0];
  }
  return kept > 0 ? least : 0;
}
