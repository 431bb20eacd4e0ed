#include "learn/core/art/resonance.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "learn/core/art/complement.hpp"

namespace mpart {

namespace {

// Sums of decimal fractions miss their exact value by some 1e-16.
constexpr double kSlack = 1e-12;

// Bounds from coarse values. Rounding misses by far less than the unit that each allows for.
std::uint32_t coarse_limit(double distance) {
  const double limit = std::max(distance, 0.0) * kCoarseUnits + 2;
  return static_cast<std::uint32_t>(std::min(limit, 4e9));
}
double most_overlap(double input_norm, std::uint32_t distance) {
  return input_norm - (distance - 1.0) / kCoarseUnits;
}
double least_norm(double input_norm, std::uint16_t norm) {
  return std::max(norm - 1.0, 0.0) * 2 * input_norm / kCoarseUnits;
}

void code_coarsely(Buffers& scratch) {
  scratch.coarse.resize(scratch.input.size());
  std::transform(scratch.input.begin(), scratch.input.end(), scratch.coarse.begin(), coarse_input);
}

// Nodes that may be within `distance` of the input: coarsely, through the groups.
void find_near(const NodeTable& nodes, double distance, Buffers& scratch,
               std::vector<NodeIndex>& found) {
  const BoxTree& tree = nodes.tree();
  const std::uint32_t limit = coarse_limit(distance);
  code_coarsely(scratch);
  found.clear();
  scratch.groups.assign(1, tree.root());
  for (std::size_t i = 0; i < scratch.groups.size(); ++i) {
    const BoxTree::GroupIndex g = scratch.groups[i];
    std::uint32_t distances[BoxTree::kFan];
    std::uint32_t near = tree.near(g, scratch.coarse, limit, distances);
    for (; near != 0; near &= near - 1) {
      const std::uint32_t member = tree.member(g, static_cast<std::size_t>(std::countr_zero(near)));
      if (tree.is_leaf(g)) {
        found.push_back(member);
        nodes.fetch(member);
      } else {
        scratch.groups.push_back(member);
        tree.fetch(member);
      }
    }
  }
}

}  // namespace

// Coarsely first; then the few nodes that are left, one by one.
NodeIndex resonate(const NodeTable& nodes, const Parameters& parameters, Buffers& scratch) {
  scratch.activated.clear();
  if (nodes.size() == 0) return kNoNode;
  const double input_norm = static_cast<double>(scratch.input.size()) / 2;  // |I| = n, always
  const double vigilance = (parameters.rho - kSlack) * input_norm;
  find_near(nodes, input_norm - vigilance, scratch, scratch.activated);
  std::sort(scratch.activated.begin(), scratch.activated.end());
  NodeIndex winner = kNoNode;
  double highest = -1;
  std::size_t count = 0;
  for (const NodeIndex j : scratch.activated) {
    const auto [overlap, norm] = nodes.overlap(j, scratch.input);
    if (overlap < vigilance) continue;
    scratch.activated[count++] = j;
    const double choice = overlap / (parameters.alpha + norm);
    if (choice > highest) {
      highest = choice;
      winner = j;
    }
  }
  scratch.activated.resize(count);
  return winner;
}

void best_near(const NodeTable& nodes, const Parameters& parameters, std::size_t count,
               double vigilance, Buffers& scratch) {
  scratch.best.clear();
  if (nodes.size() == 0) return;
  const double input_norm = static_cast<double>(scratch.input.size()) / 2;
  const double least_overlap = (vigilance - kSlack) * input_norm;
  find_near(nodes, input_norm - least_overlap, scratch, scratch.near);
  for (const NodeIndex j : scratch.near) {
    const auto [overlap, norm] = nodes.overlap(j, scratch.input);
    if (overlap >= least_overlap) {
      scratch.best.emplace_back(overlap / (parameters.alpha + norm), j);
    }
  }
  const auto better = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  const std::size_t kept = std::min(count, scratch.best.size());
  std::partial_sort(scratch.best.begin(), scratch.best.begin() + static_cast<std::ptrdiff_t>(kept),
                    scratch.best.end(), better);
  scratch.best.resize(kept);
}

// The group with the highest bound is opened first, so none is opened that cannot hold the winner.
NodeIndex nearest(const NodeTable& nodes, const Parameters& parameters, Buffers& scratch) {
  if (nodes.size() == 0) return kNoNode;
  const BoxTree& tree = nodes.tree();
  const double input_norm = static_cast<double>(scratch.input.size()) / 2;
  code_coarsely(scratch);
  NodeIndex winner = kNoNode;
  double highest = -1;
  std::vector<std::pair<double, std::uint32_t>>& heap = scratch.bounds;
  heap.assign(1, {1, tree.root()});  // T_j < 1
  while (!heap.empty() && heap.front().first >= highest) {
    const BoxTree::GroupIndex g = heap.front().second;
    std::pop_heap(heap.begin(), heap.end());
    heap.pop_back();
    std::uint32_t distance[BoxTree::kFan];
    tree.near(g, scratch.coarse, kNoLimit, distance);
    double bound[BoxTree::kFan];
    for (std::size_t i = 0; i < BoxTree::kFan; ++i) {
      bound[i] = most_overlap(input_norm, distance[i]) /
                 (parameters.alpha + least_norm(input_norm, tree.norms(g).lane[i]));
    }
    for (std::size_t i = 0; i < tree.size(g); ++i) {
      if (bound[i] < highest) continue;
      if (!tree.is_leaf(g)) {
        heap.emplace_back(bound[i], tree.member(g, i));
        std::push_heap(heap.begin(), heap.end());
        continue;
      }
      const auto [overlap, norm] = nodes.overlap(tree.member(g, i), scratch.input);
      const double choice = overlap / (parameters.alpha + norm);
      if (choice > highest || (choice == highest && tree.member(g, i) < winner)) {
        highest = choice;
        winner = tree.member(g, i);
      }
    }
  }
  return winner;
}

void find_active(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Buffers& scratch, Prediction& out) {
  require_width(values, nodes.width() / 2);
  out.clipped = complement_code(values, scratch.input);
  out.winner = resonate(nodes, parameters, scratch);
  out.activated = out.winner != kNoNode;
  out.coactivated = out.activated ? static_cast<std::uint32_t>(scratch.activated.size() - 1) : 0;
}

void find_winner(const NodeTable& nodes, const Parameters& parameters,
                 std::span<const double> values, Buffers& scratch, Prediction& out) {
  find_active(nodes, parameters, values, scratch, out);
  if (!out.activated) out.winner = nearest(nodes, parameters, scratch);
}

Scratch::Scratch() : buffers_(std::make_unique<Buffers>()) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&& other) noexcept = default;
Scratch& Scratch::operator=(Scratch&& other) noexcept = default;

}  // namespace mpart
