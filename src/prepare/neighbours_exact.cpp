#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "prepare/neighbours.hpp"
#include "util/processors.hpp"

namespace mpart::embed {

namespace {

constexpr std::size_t kLanes = 16;              // samples of a panel
constexpr std::size_t kTile = 4;                // queries compared with a panel at once
constexpr std::size_t kQueryBytes = 1U << 18U;  // queries that stay in the second-level cache

using Lanes [[gnu::vector_size(kLanes * sizeof(float))]] = float;
using Candidate = std::pair<float, std::uint32_t>;  // squared distance, index
using Queries = std::array<const float*, kTile>;
using Squares = std::array<std::array<float, kLanes>, kTile>;

// Samples in groups of kLanes, feature by feature: [rows / kLanes][columns][kLanes], the last group
// filled up with zeros.
std::vector<float> panels_of(const Matrix& samples) {
  const std::size_t panels = (samples.rows + kLanes - 1) / kLanes;
  std::vector<float> out(panels * samples.columns * kLanes);
  for (std::size_t i = 0; i < samples.rows; ++i) {
    float* panel = out.data() + (i / kLanes) * samples.columns * kLanes + i % kLanes;
    for (const float value : samples.row(i)) {
      *panel = value;
      panel += kLanes;
    }
  }
  return out;
}

// Differences are squared, not products subtracted: near samples would lose their digits. Every
// pair is summed in the same order, so equal samples are equally far from any third.
MPART_COMPILED_FOR("avx512f", "arch=haswell", "default")
void compare(const Queries& queries, const float* panel, std::size_t columns, Squares& out) {
  Lanes sum[kTile] = {};
  for (std::size_t d = 0; d < columns; ++d) {
    Lanes values;
    std::memcpy(&values, panel + d * kLanes, sizeof values);
    for (std::size_t q = 0; q < kTile; ++q) {
      const Lanes difference = values - queries[q][d];
      sum[q] += difference * difference;
    }
  }
  std::memcpy(&out, sum, sizeof sum);
}

// The nearest of all samples offered, a heap with the farthest of them on top.
class Nearest {
 public:
  explicit Nearest(std::size_t count) : count_(count) { heap_.reserve(count + 1); }

  // A square that is larger need not be offered.
  float limit() const { return limit_; }

  void offer(Candidate candidate) {
    if (heap_.size() == count_ && (count_ == 0 || candidate >= heap_.front())) return;
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end());
    if (heap_.size() > count_) {
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    if (heap_.size() == count_) limit_ = heap_.front().first;
  }

  const std::vector<Candidate>& found() const { return heap_; }

 private:
  std::size_t count_;
  float limit_ = std::numeric_limits<float>::infinity();
  std::vector<Candidate> heap_;
};

void offer_panel(const std::array<float, kLanes>& squares, std::size_t query,
                 std::size_t first_sample, std::size_t rows, Nearest& nearest) {
  const std::size_t count = std::min(kLanes, rows - first_sample);
  for (std::size_t lane = 0; lane < count; ++lane) {
    const std::size_t sample = first_sample + lane;
    if (squares[lane] <= nearest.limit() && sample != query) {
      nearest.offer({squares[lane], static_cast<std::uint32_t>(sample)});
    }
  }
}

// Rows [first, last) of the result.
void search_block(const Matrix& samples, const std::vector<float>& panels, std::size_t first,
                  std::size_t last, Neighbours& out) {
  std::vector<Nearest> nearest(last - first, Nearest(out.k - 1));
  Queries queries{};
  Squares squares{};
  for (std::size_t sample = 0; sample < samples.rows; sample += kLanes) {
    const float* panel = panels.data() + sample * samples.columns;
    for (std::size_t tile = first; tile < last; tile += kTile) {
      for (std::size_t q = 0; q < kTile; ++q) {
        queries[q] = samples.row(std::min(tile + q, last - 1)).data();
      }
      compare(queries, panel, samples.columns, squares);
      for (std::size_t query = tile; query < std::min(tile + kTile, last); ++query) {
        offer_panel(squares[query - tile], query, sample, samples.rows, nearest[query - first]);
      }
    }
  }
  std::vector<std::uint32_t> others(out.k - 1);
  for (std::size_t i = first; i < last; ++i) {
    const std::vector<Candidate>& found = nearest[i - first].found();
    std::transform(found.begin(), found.end(), others.begin(),
                   [](const Candidate& candidate) { return candidate.second; });
    put_row(samples, i, others, out);
  }
}

}  // namespace

Neighbours exact_neighbours(const Matrix& samples, std::size_t k, std::size_t threads,
                            const Pulse& pulse) {
  Neighbours out = empty_neighbours(samples, k);
  const std::vector<float> panels = panels_of(samples);
  const std::size_t row_bytes = std::max<std::size_t>(1, samples.columns) * sizeof(float);
  const std::size_t block = std::clamp<std::size_t>(kQueryBytes / row_bytes, kTile, 256);
  const auto search = [&](std::size_t first, std::size_t last) {
    search_block(samples, panels, first, last, out);
  };
  for_blocks(samples.rows, block, threads, search, pulse);
  return out;
}

}  // namespace mpart::embed
