// Without its prefetching, which reads past the end of the lists; its distances are not used.
#define NO_MANUAL_VECTORIZATION
#include <hnswlib/hnswlib.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "prepare/neighbours.hpp"
#include "util/processors.hpp"

namespace mpart::embed {

namespace {

// More of any of these: better recall, slower; more links take more memory too.
constexpr std::size_t kLinks = 16;        // of a sample on each level of the graph (M)
constexpr std::size_t kBuildWidth = 100;  // candidates kept while inserting (ef_construction)
constexpr std::size_t kSearchWidth = 60;  // candidates kept while searching (ef)
constexpr std::size_t kBlock = 64;        // samples searched for at a time
constexpr std::size_t kLanes = 16;

using Lanes [[gnu::vector_size(kLanes * sizeof(float))]] = float;

// hnswlib's own picks its instructions when compiled, this one when started.
MPART_COMPILED_FOR("avx512f", "arch=haswell", "default")
float squared_distance(const void* left, const void* right, const void* columns_at) {
  const auto* a = static_cast<const float*>(left);
  const auto* b = static_cast<const float*>(right);
  const std::size_t columns = *static_cast<const std::size_t*>(columns_at);
  Lanes sum = {};
  std::size_t d = 0;
  for (; d + kLanes <= columns; d += kLanes) {
    Lanes x;
    Lanes y;
    std::memcpy(&x, a + d, sizeof x);
    std::memcpy(&y, b + d, sizeof y);
    const Lanes difference = x - y;
    sum += difference * difference;
  }
  float total = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) total += sum[lane];
  for (; d < columns; ++d) total += (a[d] - b[d]) * (a[d] - b[d]);
  return total;
}

class Euclidean : public hnswlib::SpaceInterface<float> {
 public:
  explicit Euclidean(std::size_t columns) : columns_(columns) {}
  std::size_t get_data_size() override { return columns_ * sizeof(float); }
  hnswlib::DISTFUNC<float> get_dist_func() override { return squared_distance; }
  void* get_dist_func_param() override { return &columns_; }

 private:
  std::size_t columns_;
};

using Index = hnswlib::HierarchicalNSW<float>;

// The k - 1 samples nearest to sample `i` by the index, or fewer where its graph falls apart.
void search(const Index& index, const Matrix& samples, std::size_t i, std::size_t k,
            std::vector<std::uint32_t>& others) {
  others.clear();
  auto found = index.searchKnn(samples.row(i).data(), k);
  for (; !found.empty(); found.pop()) {  // the farthest first
    if (found.top().second != i) others.push_back(static_cast<std::uint32_t>(found.top().second));
  }
  if (others.size() == k) others.erase(others.begin());
}

// The same by looking at every sample.
void search_all(const Matrix& samples, std::size_t i, std::size_t k,
                std::vector<std::uint32_t>& others) {
  std::vector<std::pair<float, std::uint32_t>> all;
  all.reserve(samples.rows);
  for (std::size_t j = 0; j < samples.rows; ++j) {
    if (j == i) continue;
    all.emplace_back(
        squared_distance(samples.row(i).data(), samples.row(j).data(), &samples.columns),
        static_cast<std::uint32_t>(j));
  }
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::partial_sort(all.begin(), end, all.end());
  others.clear();
  std::transform(all.begin(), end, std::back_inserter(others),
                 [](const auto& candidate) { return candidate.second; });
}

}  // namespace

Neighbours approximate_neighbours(const Matrix& samples, std::size_t k, std::uint64_t seed,
                                  const Pulse& pulse) {
  Neighbours out = empty_neighbours(samples, k);
  Euclidean space(samples.columns);
  Index index(&space, samples.rows, kLinks, kBuildWidth, seed);
  // One thread, or the graph would depend on who comes first.
  for (std::size_t i = 0; i < samples.rows; ++i) {
    index.addPoint(samples.row(i).data(), i);
    if (pulse && i % kBlock == 0) pulse();
  }
  index.setEf(std::max(kSearchWidth, 2 * k));
  const auto search_block = [&](std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> others;
    for (std::size_t i = first; i < last; ++i) {
      search(index, samples, i, k, others);
      if (others.size() + 1 < k) search_all(samples, i, k, others);
      put_row(samples, i, others, out);
    }
  };
  for_blocks(samples.rows, kBlock, available_threads(), search_block, pulse);
  return out;
}

}  // namespace mpart::embed
