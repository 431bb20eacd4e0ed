#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "prepare/matrix.hpp"
#include "util/random.hpp"

namespace mpart::test {

struct Labelled {
  embed::Matrix rows;
  std::vector<std::size_t> label;
};

// Round clouds of deviation 1, their centres drawn from a cloud of deviation 5.
inline Labelled blobs(std::size_t count, std::size_t rows, std::size_t columns,
                      std::uint64_t seed) {
  Random random(seed);
  std::vector<double> centres(count * columns);
  for (double& it : centres) it = 5 * random.normal();
  Labelled data{{rows, columns, {}}, {}};
  for (std::size_t row = 0; row < rows; ++row) {
    data.label.push_back(row % count);
    for (std::size_t j = 0; j < columns; ++j) {
      const double centre = centres[row % count * columns + j];
      data.rows.values.push_back(static_cast<float>(centre + random.normal()));
    }
  }
  return data;
}

// Share of the rows with the label of the row nearest to them.
inline double nearest_agree(const embed::Matrix& z, const std::vector<std::size_t>& label) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < z.rows; ++i) {
    std::pair<double, std::size_t> best{1e300, 0};
    for (std::size_t j = 0; j < z.rows; ++j) {
      double square = 0;
      for (std::size_t k = 0; k < z.columns; ++k) {
        const double step = static_cast<double>(z.row(i)[k]) - z.row(j)[k];
        square += step * step;
      }
      if (j != i) best = std::min(best, {square, j});
    }
    right += label[best.second] == label[i] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(z.rows);
}

}  // namespace mpart::test
