#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "embed/matrix.hpp"

namespace mpart::embed {

// The nearest samples of every sample, the sample itself first at distance 0. The others are
// sorted by distance, equal distances by index.
struct Neighbours {
  std::size_t rows = 0;
  std::size_t k = 0;
  std::vector<std::uint32_t> index;  // [rows][k]
  std::vector<float> distance;       // [rows][k], Euclidean
};

// Runs now and then in the thread that called for the work; what it throws ends the work.
using Pulse = std::function<void()>;

// All three throw Error(kBadInput) if there are fewer samples than neighbours ("12 samples are too
// few for 15 neighbours") or a value is not finite, Error(kBadUse) if k is 0.

// The exact search where it is fast enough, otherwise the approximate one, on all cores.
Neighbours find_neighbours(const Matrix& samples, std::size_t k, std::uint64_t seed,
                           const Pulse& pulse = {});

// Every pair is compared: rows^2 * columns operations. The result does not depend on `threads`.
// Squared distances beyond the range of float count as equal.
Neighbours exact_neighbours(const Matrix& samples, std::size_t k, std::size_t threads,
                            const Pulse& pulse = {});

// By a navigable graph (HNSW): about rows * log(rows) * columns operations. Finds 99 of 100 true
// neighbours on pictures. The same seed gives the same result.
Neighbours approximate_neighbours(const Matrix& samples, std::size_t k, std::uint64_t seed,
                                  const Pulse& pulse = {});

}  // namespace mpart::embed
