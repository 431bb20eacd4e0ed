#include "learn/core/merge/join.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "learn/core/art/resonance.hpp"

namespace mpart {

namespace {

struct Box {
  double norm = 0;  // |w|: n less the size of the box
  std::size_t part = 0;
  NodeIndex node = 0;
};

// Sorted by size, so whatever contains a box comes before it.
std::vector<Box> largest_first(std::span<const MergePart> parts) {
  std::vector<Box> boxes;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (NodeIndex j = 0; j < parts[part].nodes.size(); ++j) {
      const std::span<const double> w = parts[part].nodes.weights(j);
      boxes.push_back({std::accumulate(w.begin(), w.end(), 0.0), part, j});
    }
  }
  std::ranges::stable_sort(boxes, {}, &Box::norm);
  return boxes;
}

bool contains(std::span<const double> outer, std::span<const double> inner) {
  return std::ranges::equal(outer, inner, std::less_equal<>());
}

// The coded point at the lower corner of a box: whatever contains the box is active there.
void code_corner(std::span<const double> box, std::vector<double>& input) {
  const std::size_t n = box.size() / 2;
  input.assign(box.begin(), box.end());
  for (std::size_t k = 0; k < n; ++k) input[n + k] = 1 - box[k];
}

}  // namespace

NodeTable join_boxes(std::span<MergePart> parts, const Parameters& parameters) {
  NodeTable merged;
  std::vector<std::size_t> owner;  // by merged node: the part that its box is from
  Buffers scratch;
  for (MergePart& part : parts) {
    part.place.assign(part.nodes.size(), kNoNode);
    if (merged.width() == 0) merged = part.nodes.select({});  // has the width, without any node
  }
  for (const Box& box : largest_first(parts)) {
    const std::span<const double> w = parts[box.part].nodes.weights(box.node);
    NodeIndex& place = parts[box.part].place[box.node];
    code_corner(w, scratch.input);
    resonate(merged, parameters, scratch);
    for (const NodeIndex j : scratch.activated) {  // a later one is smaller
      if (owner[j] != box.part && contains(merged.weights(j), w)) place = j;
    }
    if (place != kNoNode) continue;
    place = merged.add(w);
    owner.push_back(box.part);
  }
  return merged;
}

}  // namespace mpart
