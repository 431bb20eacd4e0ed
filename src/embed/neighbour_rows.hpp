#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "embed/matrix.hpp"
#include "embed/neighbours.hpp"

namespace mpart::embed {

// What the exact and the approximate search have in common.

// Checks what neighbours.hpp promises to check, and makes room for the result.
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
