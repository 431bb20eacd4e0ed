#pragma once

#include <cstddef>

namespace mpart::embed {

// Rows of the right factor and of the result are padded with zeros to a multiple of so many values,
// so that whole vectors can be read and written.
inline constexpr std::size_t kLaneCount = 16;

constexpr std::size_t padded(std::size_t width) {
  return (width + kLaneCount - 1) / kLaneCount * kLaneCount;
}

// out[i][j] = start[i][j] + sum over d of left[i][d] * right[d][j], for `rows` i, `columns` j and
// `depth` d. A step is the distance in floats between two neighbours along a row or between rows.
// The left factor has two steps, so that it can be the transpose of what lies in memory.
struct Product {
  std::size_t rows = 0, columns = 0, depth = 0;  // columns: a multiple of kLaneCount
  const float* left = nullptr;
  std::size_t left_row_step = 0, left_depth_step = 1;
  const float* right = nullptr;
  std::size_t right_step = 0;
  const float* start = nullptr;  // null: zeros; may be `out`
  std::size_t start_step = 0;    // 0: the same for every row, as a bias is
  float* out = nullptr;
  std::size_t out_step = 0;
  bool relu = false;  // negative results become 0
};

// Every sum goes by ascending d, so a row gives the same bits alone and among others.
// The instructions (AVX-512, AVX2 with FMA, or the compiler's default) are chosen when the program
// runs.
void multiply(const Product& product);

// The same with instructions that are given: 0 the default's, 1 AVX2, 2 AVX-512. False, and nothing
// done, if the processor has none of these.
inline constexpr std::size_t kProductVersions = 3;
bool multiply_by_version(std::size_t number, const Product& product);

}  // namespace mpart::embed
