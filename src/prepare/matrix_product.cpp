#include "prepare/matrix_product.hpp"

#include <cstring>

namespace mpart::embed {

namespace {

using Lanes [[gnu::vector_size(kLaneCount * sizeof(float))]] = float;

// One tile of the result, kRows x (kVectors * kLaneCount), is summed in registers: each value read
// from the left serves kVectors multiplications, each vector from the right kRows.
template <std::size_t kRows, std::size_t kVectors>
[[gnu::always_inline]] inline void multiply_tile(const Product& p, std::size_t row,
                                                 std::size_t column) {
  Lanes sum[kRows][kVectors] = {};
  if (p.start != nullptr) {
    for (std::size_t i = 0; i < kRows; ++i) {
      const float* const start = p.start + (row + i) * p.start_step + column;
      for (std::size_t v = 0; v < kVectors; ++v) {
        std::memcpy(&sum[i][v], start + v * kLaneCount, sizeof(Lanes));
      }
    }
  }
  const float* left[kRows];
  for (std::size_t i = 0; i < kRows; ++i) left[i] = p.left + (row + i) * p.left_row_step;
  const float* right = p.right + column;
  const std::size_t end = p.depth * p.left_depth_step;
  for (std::size_t d = 0; d < end; d += p.left_depth_step, right += p.right_step) {
    Lanes values[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) {
      std::memcpy(&values[v], right + v * kLaneCount, sizeof(Lanes));
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kRows; ++i) {
      const float factor = left[i][d];
#pragma GCC unroll 8
      for (std::size_t v = 0; v < kVectors; ++v) sum[i][v] += values[v] * factor;
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    float* const out = p.out + (row + i) * p.out_step + column;
    for (std::size_t v = 0; v < kVectors; ++v) {
      if (p.relu) sum[i][v] = sum[i][v] < 0 ? Lanes{} : sum[i][v];  // NaN stays
      std::memcpy(out + v * kLaneCount, &sum[i][v], sizeof(Lanes));
    }
  }
}

// All rows of a strip of columns: tiles of kRows, and for the rest of half as many.
template <std::size_t kRows, std::size_t kVectors>
[[gnu::always_inline]] inline void multiply_strip(const Product& p, std::size_t row,
                                                  std::size_t column) {
  for (; row + kRows <= p.rows; row += kRows) multiply_tile<kRows, kVectors>(p, row, column);
  if constexpr (kRows > 1) multiply_strip<kRows / 2, kVectors>(p, row, column);
}

// Strips of kVectors vectors, and for the rest narrower ones. A strip of the right factor stays in
// the cache while the rows pass.
template <std::size_t kRows, std::size_t kVectors>
[[gnu::always_inline]] inline void multiply_all(const Product& p, std::size_t column) {
  constexpr std::size_t kWidth = kVectors * kLaneCount;
  for (; column + kWidth <= p.columns; column += kWidth) {
    multiply_strip<kRows, kVectors>(p, 0, column);
  }
  if constexpr (kVectors > 1) multiply_all<kRows, kVectors - 1>(p, column);
}

using Multiply = void (*)(const Product&);

// Tiles fill the registers: 32 of 16 floats in AVX-512, 16 of 8 in AVX2, 16 of 4 before.
void multiply_plain(const Product& p) { multiply_all<2, 1>(p, 0); }

#ifdef __x86_64__
[[gnu::target("avx2,fma")]] void multiply_avx2(const Product& p) { multiply_all<4, 1>(p, 0); }
[[gnu::target("avx512f")]] void multiply_avx512(const Product& p) { multiply_all<8, 3>(p, 0); }
#endif

// Null if there is none, or the processor cannot run it.
Multiply version(std::size_t number) {
#ifdef __x86_64__
  if (number == 2) return __builtin_cpu_supports("avx512f") != 0 ? multiply_avx512 : nullptr;
  if (number == 1) {
    const bool can = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
    return can ? multiply_avx2 : nullptr;
  }
#endif
  return number == 0 ? multiply_plain : nullptr;
}

Multiply best_version() {
  std::size_t number = kProductVersions - 1;
  while (version(number) == nullptr) --number;
  return version(number);
}

}  // namespace

void multiply(const Product& product) {
  static const Multiply best = best_version();
  best(product);
}

bool multiply_by_version(std::size_t number, const Product& product) {
  const Multiply chosen = version(number);
  if (chosen != nullptr) chosen(product);
  return chosen != nullptr;
}

}  // namespace mpart::embed
