#include "prepare/neighbours.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "mpart/error.hpp"

namespace mpart::embed {

namespace {

// At 18,000 samples of 784 values both take 7 core-seconds, and the exact search shares them among
// cores, which the other's insertion does not; beyond, the square tells.
constexpr std::size_t kMostExact = 20000;

float distance_between(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t d = 0; d < a.size(); ++d) {
    const double difference = static_cast<double>(a[d]) - static_cast<double>(b[d]);
    sum += difference * difference;
  }
  constexpr double kLargest = std::numeric_limits<float>::max();
  return static_cast<float>(std::min(std::sqrt(sum), kLargest));
}

void check_finite(const Matrix& samples) {
  const auto& values = samples.values;
  const auto bad =
      std::find_if_not(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
  if (bad == values.end()) return;
  const auto position = static_cast<std::size_t>(bad - values.begin());
  throw invalid_data("sample " + std::to_string(position / samples.columns + 1) + ", value " +
                     std::to_string(position % samples.columns + 1) + ": a finite number expected");
}

}  // namespace

Neighbours empty_neighbours(const Matrix& samples, std::size_t k) {
  if (k == 0) throw invalid_argument("0 neighbours: 1 or more expected");
  if (samples.rows < k) {
    throw invalid_data(std::to_string(samples.rows) + " samples are too few for " +
                       std::to_string(k) + " neighbours");
  }
  check_finite(samples);
  Neighbours out;
  out.rows = samples.rows;
  out.k = k;
  out.index.resize(samples.rows * k);
  out.distance.resize(samples.rows * k);
  return out;
}

void put_row(const Matrix& samples, std::size_t i, std::span<const std::uint32_t> others,
             Neighbours& out) {
  std::vector<std::pair<float, std::uint32_t>> sorted;
  sorted.reserve(others.size());
  for (const std::uint32_t other : others) {
    sorted.emplace_back(distance_between(samples.row(i), samples.row(other)), other);
  }
  std::sort(sorted.begin(), sorted.end());
  std::size_t at = i * out.k;
  out.index[at] = static_cast<std::uint32_t>(i);
  out.distance[at] = 0;
  for (const auto& [distance, other] : sorted) {
    ++at;
    out.index[at] = other;
    out.distance[at] = distance;
  }
}

void for_blocks(std::size_t rows, std::size_t block, std::size_t threads,
                const std::function<void(std::size_t, std::size_t)>& work, const Pulse& pulse) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&](const Pulse& after_a_block) {
    try {
      for (std::size_t first = next.fetch_add(block); first < rows; first = next.fetch_add(block)) {
        work(first, std::min(first + block, rows));
        if (after_a_block) after_a_block();
      }
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      failure = std::current_exception();
      next = rows;
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t t = 1; t < threads; ++t) helpers.emplace_back(run, Pulse());
    run(pulse);
  }
  if (failure) std::rethrow_exception(failure);
}

std::size_t available_threads() {
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

Neighbours find_neighbours(const Matrix& samples, std::size_t k, std::uint64_t seed,
                           const Pulse& pulse) {
  if (samples.rows <= kMostExact) return exact_neighbours(samples, k, available_threads(), pulse);
  return approximate_neighbours(samples, k, seed, pulse);
}

#ifndef MPART_HAS_HNSWLIB
Neighbours approximate_neighbours(const Matrix& samples, std::size_t k, std::uint64_t /*seed*/,
                                  const Pulse& pulse) {
  return exact_neighbours(samples, k, available_threads(), pulse);
}
#endif

}  // namespace mpart::embed
