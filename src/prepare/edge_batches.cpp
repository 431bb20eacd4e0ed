#include "prepare/edge_batches.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mpart::embed {

namespace {

// A small set of data needs steps, too: batches get smaller before an epoch has fewer than these.
constexpr double kFewestBatches = 30, kFewestEdges = 64;

std::size_t count_batches(std::span<const FuzzyEdge> edges, std::size_t edges_wanted) {
  double drawn = 0;  // in an epoch, on average
  for (const FuzzyEdge& edge : edges) drawn += edge.weight;
  const auto most = static_cast<double>(edges_wanted);
  const double size = std::min(most, std::max(drawn / kFewestBatches, kFewestEdges));
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(drawn / size)));
}

}  // namespace

EdgeBatches::EdgeBatches(std::span<const FuzzyEdge> edges, std::size_t rows,
                         const BatchOptions& options, Random& random)
    : edges_(edges),
      first_edge_(rows + 1, 0),
      options_(options),
      random_(random),
      taken_(rows),
      seeds_(rows),
      position_(rows),
      stamp_(rows, 0) {
  for (const FuzzyEdge& edge : edges) ++first_edge_[edge.from + 1];
  std::partial_sum(first_edge_.begin(), first_edge_.end(), first_edge_.begin());
  batch_count_ = count_batches(edges, options.edges);
  std::iota(seeds_.begin(), seeds_.end(), 0U);
}

void EdgeBatches::start_epoch() {
  std::fill(taken_.begin(), taken_.end(), std::uint8_t{0});
  order_.clear();
  patches_.clear();
  next_batch_ = 0;
  shuffle(seeds_, random_);
  for (const std::uint32_t seed : seeds_) {
    if (taken_[seed] == 0) grow_patch(seed);
  }
  shuffle(patches_, random_);
}

// Breadth first over rows that are in no patch yet, by edges drawn like those of a batch.
void EdgeBatches::grow_patch(std::uint32_t seed) {
  Patch patch{order_.size(), 0};
  const std::size_t limit = patch.first + options_.patch;
  order_.push_back(seed);
  taken_[seed] = 1;
  for (std::size_t at = patch.first; at < order_.size() && order_.size() < limit; ++at) {
    for (const FuzzyEdge& edge : edges_of(order_[at])) {
      if (order_.size() == limit) break;
      if (taken_[edge.to] != 0 || random_.uniform() >= edge.weight) continue;
      order_.push_back(edge.to);
      taken_[edge.to] = 1;
    }
  }
  patch.last = order_.size();
  patches_.push_back(patch);
}

bool EdgeBatches::next(Batch& batch) {
  if (next_batch_ == batch_count_) return false;
  batch.rows.clear();
  batch.near.clear();
  patch_of_near_.clear();
  ++batch_number_;
  const std::size_t first = next_batch_ * patches_.size() / batch_count_;
  const std::size_t last = ++next_batch_ * patches_.size() / batch_count_;
  for (std::size_t patch = first; patch < last; ++patch) draw_patch(patch, batch);
  draw_far(batch);
  return true;
}

double EdgeBatches::share() const {
  return static_cast<double>(next_batch_) / static_cast<double>(batch_count_);
}

void EdgeBatches::draw_patch(std::size_t number, Batch& batch) {
  const Patch& patch = patches_[number];
  for (std::size_t at = patch.first; at < patch.last; ++at) {
    for (const FuzzyEdge& edge : edges_of(order_[at])) {
      if (random_.uniform() >= edge.weight) continue;
      const std::uint32_t from = position_of(edge.from, batch);
      batch.near.push_back({from, position_of(edge.to, batch)});
      patch_of_near_.push_back(static_cast<std::uint32_t>(number));
    }
  }
}

void EdgeBatches::draw_far(Batch& batch) {
  batch.far.clear();
  if (batch.near.empty() || patch_of_near_.front() == patch_of_near_.back()) return;
  for (std::size_t edge = 0; edge < batch.near.size(); ++edge) {
    for (std::size_t i = 0; i < options_.negatives; ++i) {
      std::size_t other = random_.below(batch.near.size());
      while (patch_of_near_[other] == patch_of_near_[edge]) {
        other = random_.below(batch.near.size());
      }
      batch.far.push_back({batch.near[edge].from, batch.near[other].to});
    }
  }
}

std::uint32_t EdgeBatches::position_of(std::uint32_t row, Batch& batch) {
  if (stamp_[row] != batch_number_) {
    stamp_[row] = batch_number_;
    position_[row] = static_cast<std::uint32_t>(batch.rows.size());
    batch.rows.push_back(row);
  }
  return position_[row];
}

std::span<const FuzzyEdge> EdgeBatches::edges_of(std::uint32_t row) const {
  return edges_.subspan(first_edge_[row], first_edge_[row + 1] - first_edge_[row]);
}

}  // namespace mpart::embed
