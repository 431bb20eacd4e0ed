#include "prepare/quality.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

namespace mpart::embed {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

float squared_distance(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

using Near = std::pair<float, std::size_t>;  // squared distance, row

// All rows of `others` but `self`, those of `near` first and the k nearest of them in order.
void find_nearest(std::span<const float> row, const Matrix& others, std::size_t self, std::size_t k,
                  std::vector<Near>& near) {
  near.clear();
  for (std::size_t i = 0; i < others.rows; ++i) {
    if (i != self) near.emplace_back(squared_distance(row, others.row(i)), i);
  }
  const auto middle = near.begin() + static_cast<std::ptrdiff_t>(k);
  std::nth_element(near.begin(), middle - 1, near.end());
  std::sort(near.begin(), middle);
}

std::string_view most_frequent(std::span<const Near> near, const std::vector<std::string>& labels) {
  std::map<std::string_view, std::size_t> count;
  for (const auto& [distance, row] : near) ++count[labels[row]];
  return std::max_element(count.begin(), count.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

LabelledRows labelled_only(const LabelledRows& all) {
  LabelledRows kept;
  kept.rows.columns = all.rows.columns;
  for (std::size_t i = 0; i < all.rows.rows; ++i) {
    if (all.labels[i].empty()) continue;
    const std::span<const float> row = all.rows.row(i);
    kept.rows.values.insert(kept.rows.values.end(), row.begin(), row.end());
    kept.labels.push_back(all.labels[i]);
    ++kept.rows.rows;
  }
  return kept;
}

std::optional<double> accuracy(const LabelledRows& asked, const LabelledRows& others, std::size_t k,
                               bool same) {
  if (asked.rows.rows == 0 || others.rows.rows < k + (same ? 1 : 0)) return std::nullopt;
  std::vector<Near> near;
  std::size_t right = 0;
  for (std::size_t i = 0; i < asked.rows.rows; ++i) {
    find_nearest(asked.rows.row(i), others.rows, same ? i : kNone, k, near);
    right += most_frequent(std::span(near).first(k), others.labels) == asked.labels[i] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(asked.rows.rows);
}

}  // namespace

std::optional<double> knn_accuracy(const LabelledRows& asked, const LabelledRows& others,
                                   std::size_t k) {
  return accuracy(labelled_only(asked), labelled_only(others), k, false);
}

std::optional<double> knn_accuracy(const LabelledRows& rows, std::size_t k) {
  const LabelledRows labelled = labelled_only(rows);
  return accuracy(labelled, labelled, k, true);
}

std::optional<double> trustworthiness(const Matrix& before, const Matrix& map, std::size_t k) {
  const std::size_t rows = before.rows;
  if (2 * rows <= 3 * k + 1) return std::nullopt;
  std::vector<Near> near, all;
  std::vector<std::size_t> rank(rows);  // among the neighbours before, from 1
  double penalty = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    find_nearest(before.row(i), before, i, rows - 1, all);
    for (std::size_t at = 0; at < all.size(); ++at) rank[all[at].second] = at + 1;
    find_nearest(map.row(i), map, i, k, near);
    for (const auto& [distance, row] : std::span(near).first(k)) {
      if (rank[row] > k) penalty += static_cast<double>(rank[row] - k);
    }
  }
  const auto n = static_cast<double>(rows), count = static_cast<double>(k);
  return 1 - penalty * 2 / (n * count * (2 * n - 3 * count - 1));
}

}  // namespace mpart::embed
