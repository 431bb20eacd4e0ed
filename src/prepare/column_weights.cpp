#include "prepare/column_weights.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mpart::embed {

namespace {

constexpr std::size_t kRowsNeeded = 100, kRowsSeen = 500;   // that are looked at
constexpr std::size_t kLeastGroups = 3, kMostWeighed = 60;  // more: pixels, spectra, words
constexpr std::size_t kNearest = 10;
constexpr double kRelated = 0.1;  // the best column is foretold less well: none has to do with any
constexpr double kLeastWeight = 0.1, kFullAt = 1.5;

Matrix evenly_spaced(const Matrix& rows) {
  const std::size_t count = std::min(rows.rows, kRowsSeen);
  Matrix some{count, rows.columns, {}};
  some.values.reserve(count * rows.columns);
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const float> row = rows.row(i * rows.rows / count);
    some.values.insert(some.values.end(), row.begin(), row.end());
  }
  return some;
}

// Columns of a table that are weighed together.
using Group = std::vector<std::size_t>;

double squared_distance(const Matrix& rows, const Group& columns, std::size_t i, std::size_t j) {
  double sum = 0;
  for (const std::size_t k : columns) {
    const double difference = rows.row(i)[k] - rows.row(j)[k];
    sum += difference * difference;
  }
  return sum;
}

// The share of a group's variance that the neighbours by all other columns foretell: 0 to 1.
class Foretelling {
 public:
  explicit Foretelling(const Matrix& rows) : rows_(rows), all_(rows.rows * rows.rows) {
    Group columns(rows.columns);
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = k;
    for (std::size_t i = 0; i < rows.rows; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        all_[i * rows.rows + j] = all_[j * rows.rows + i] = squared_distance(rows, columns, i, j);
      }
    }
  }

  double of(const Group& group) {
    std::vector<double> means(group.size());
    for (std::size_t i = 0; i < rows_.rows; ++i) {
      for (std::size_t k = 0; k < group.size(); ++k) means[k] += rows_.row(i)[group[k]];
    }
    for (double& mean : means) mean /= static_cast<double>(rows_.rows);
    double error = 0, variance = 0;
    for (std::size_t i = 0; i < rows_.rows; ++i) {
      find_neighbours(group, i);
      for (std::size_t k = 0; k < group.size(); ++k) {
        double foretold = 0;
        for (std::size_t n = 0; n < kNearest; ++n) {
          foretold += rows_.row(nearest_[n].second)[group[k]] / double{kNearest};
        }
        const double value = rows_.row(i)[group[k]];
        error += (value - foretold) * (value - foretold);
        variance += (value - means[k]) * (value - means[k]);
      }
    }
    // The mean of so many values is itself off by a share of the variance.
    constexpr double kOwnError = 1 + 1.0 / kNearest;
    return variance > 0 ? std::max(0.0, 1 - error / kOwnError / variance) : 0;
  }

 private:
  // Without row i itself, by all columns but those of the group.
  void find_neighbours(const Group& group, std::size_t i) {
    nearest_.clear();
    for (std::size_t j = 0; j < rows_.rows; ++j) {
      if (j == i) continue;
      nearest_.emplace_back(all_[i * rows_.rows + j] - squared_distance(rows_, group, i, j), j);
    }
    std::nth_element(nearest_.begin(), nearest_.begin() + kNearest, nearest_.end());
  }

  const Matrix& rows_;
  std::vector<double> all_;  // squared distances [rows][rows]
  std::vector<std::pair<double, std::size_t>> nearest_;
};

}  // namespace

std::vector<double> column_weights(const Matrix& rows, std::span<const std::size_t> groups) {
  std::vector<double> weights(rows.columns, 1);
  std::vector<Group> columns(groups.empty() ? 0
                                            : *std::max_element(groups.begin(), groups.end()) + 1);
  for (std::size_t k = 0; k < groups.size(); ++k) columns[groups[k]].push_back(k);
  std::erase_if(columns, [](const Group& group) { return group.empty(); });
  if (columns.size() < kLeastGroups || rows.columns > kMostWeighed || rows.rows < kRowsNeeded) {
    return weights;
  }
  const Matrix some = evenly_spaced(rows);
  Foretelling foretelling(some);
  std::vector<double> shares;
  shares.reserve(columns.size());
  for (const Group& group : columns) shares.push_back(foretelling.of(group));
  const double best = *std::max_element(shares.begin(), shares.end());
  if (best < kRelated) return weights;
  for (std::size_t g = 0; g < columns.size(); ++g) {
    const double weight = std::clamp(kFullAt * std::sqrt(shares[g] / best), kLeastWeight, 1.0);
    for (const std::size_t k : columns[g]) weights[k] = weight;
  }
  return weights;
}

}  // namespace mpart::embed
