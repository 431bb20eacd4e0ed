#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "prepare/matrix.hpp"

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

// All three throw Error(kInvalidData) if there are fewer samples than neighbours ("12 samples are
// too few for 15 neighbours") or a value is not finite, Error(kInvalidArgument) if k is 0.

// The exact search where it is fast enough, otherwise the approximate one, on all cores.
Neighbours find_neighbours(const Matrix& samples, std::size_t k, std::uint64_t seed,
                           const Pulse& pulse = {});

// Every pair is compared: rows^2 * columns operations. The result does not depend on `threads`.
// Squared distances beyond the range of float count as equal.
Neighbours exact_neighbours(const Matrix& samples, std::size_t k, std::size_t threads,
                            const Pulse& pulse = {});

// By a navigable graph (HNSW): about rows * log(rows) * columns operations. Finds 99 of 100 true
// neighbours on pictures. The same seed gives the same result. In a build
// without hnswlib it is the exact search.
Neighbours approximate_neighbours(const Matrix& samples, std::size_t k, std::uint64_t seed,
                                  const Pulse& pulse = {});

// What the exact and the approximate search have in common.

// Checks what is promised above, and makes room for the result.
Neighbours empty_neighbours(const Matrix& samples, std::size_t k);

// Writes row `i`: the sample itself, then the k - 1 `others`, which get sorted.
void put_row(const Matrix& samples, std::size_t i, std::span<const std::uint32_t> others,
             Neighbours& out);

// Calls work(first, last) for blocks of at most `block` of `rows` rows, in `threads` threads, and
// `pulse` after every block of the calling thread.
// REQUIRES: the calls do not touch each other's rows.
void for_blocks(std::size_t rows, std::size_t block, std::size_t threads,
                const std::function<void(std::size_t, std::size_t)>& work, const Pulse& pulse);

std::size_t available_threads();

}  // namespace mpart::embed
