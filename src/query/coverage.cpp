#include "query/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "query/distances.hpp"

namespace mpart {

namespace {

constexpr std::size_t kConsidered = 16;
constexpr std::size_t kMeasured = 4;  // nodes around which the radius is measured
constexpr double kTenth = 0.1;
constexpr std::size_t kBins = 1000;  // of distances
constexpr float kMostClearness = 2;  // and its inverse the least

// More than in proportion: in a dense place a label is more likely that of its surroundings.
float worth_of(std::uint64_t wins) {
  const auto samples = static_cast<float>(wins);
  return samples * std::sqrt(std::sqrt(samples));
}

class Coverage {
 public:
  Coverage(const NodeView& view, std::span<const NodeInfo> nodes)
      : size_(nodes.size()), width_(view.width()) {
    middles_.resize(width_ * size_);
    worth_.resize(size_);
    covered_.resize(size_);
    nearest_.assign(size_, std::numeric_limits<float>::max());
    class_.assign(size_, kNoClass);
    taken_.assign(size_, 0);
    found_.resize(size_);
    std::vector<double> middle(width_);
    for (NodeIndex j = 0; j < size_; ++j) {
      worth_[j] = worth_of(nodes[j].wins);
      if (nodes[j].id == kNoNodeId) {  // an empty slot: worth nothing, and never chosen
        taken_[j] = 1;
        continue;
      }
      view.centre(j, middle);
      for (std::size_t k = 0; k < width_; ++k) {
        middles_[k * size_ + j] = static_cast<float>(middle[k]);
      }
    }
    radius_ = std::max(within_a_tenth(), 1e-6F);
  }

  void take(NodeIndex j, ClassIndex label) {
    taken_[j] = 1;
    find_distances(j);
    keep_nearer(found_.data(), size_, label, nearest_.data(), class_.data());
  }

  // As if node j had a label, which is not known.
  void take(NodeIndex j) {
    taken_[j] = 1;
    find_distances(j);
    keep_nearer(found_.data(), size_, nearest_.data());
  }

  // The more samples are nearest to labels of a class, the more likely another class is among them.
  // Once, when all labels are taken, and before what has none.
  void weigh_by_class(std::size_t classes) {
    std::vector<float> samples(classes, 0);
    for (std::size_t i = 0; i < size_; ++i) {
      if (class_[i] != kNoClass) samples[class_[i]] += worth_[i];
    }
    for (float& sum : samples) sum = std::sqrt(sum);
    for (std::size_t i = 0; i < size_; ++i) {
      if (class_[i] != kNoClass) worth_[i] *= samples[class_[i]];
    }
  }

  // kNoNode if all are taken.
  NodeIndex best(bool clear) {
    shares_at(nearest_.data(), size_, radius_, covered_.data());
    choices_.clear();
    for (const NodeIndex j : considered()) choices_.push_back(choice(j));
    NodeIndex best = kNoNode;
    float most = -1;
    for (const Choice& choice : choices_) {
      const float found = clear ? choice.gain * clearness(choice) : choice.gain;
      if (found > most) {
        most = found;
        best = choice.node;
      }
    }
    return best;
  }

 private:
  // A distance, on average around the nodes that won most.
  float within_a_tenth() {
    for (NodeIndex j = 0; j < size_; ++j) considered_.push_back(j);
    keep_most(
        kMeasured, [this](NodeIndex j) { return worth_[j]; }, considered_);
    const double wanted = kTenth * std::accumulate(worth_.begin(), worth_.end(), 0.0);
    const float per_bin = kBins / static_cast<float>(width_);
    std::vector<double> samples;
    float sum = 0;
    for (const NodeIndex j : considered_) {
      find_distances(j);
      samples.assign(kBins + 1, 0);
      for (std::size_t i = 0; i < size_; ++i) {
        samples[std::min(static_cast<std::size_t>(found_[i] * per_bin), kBins)] += worth_[i];
      }
      std::size_t bins = 0;
      for (double within = 0; within < wanted; ++bins) within += samples[bins];
      sum += static_cast<float>(bins) / per_bin;
    }
    return sum / static_cast<float>(considered_.size());
  }

  // Those with the most of their own that nothing speaks for.
  const std::vector<NodeIndex>& considered() {
    considered_.clear();
    for (NodeIndex j = 0; j < size_; ++j) {
      if (taken_[j] == 0) considered_.push_back(j);
    }
    keep_most(
        kConsidered, [this](NodeIndex j) { return worth_[j] * (1 - covered_[j]); }, considered_);
    return considered_;
  }

  // The nodes with the highest values, by index.
  template <typename Value>
  static void keep_most(std::size_t most, const Value& value, std::vector<NodeIndex>& nodes) {
    if (nodes.size() > most) {
      std::nth_element(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(most),
                       nodes.end(), [&value](NodeIndex a, NodeIndex b) {
                         return value(a) != value(b) ? value(a) > value(b) : a < b;
                       });
      nodes.resize(most);
    }
    std::sort(nodes.begin(), nodes.end());
  }

  struct Choice {
    NodeIndex node = kNoNode;
    float gain = 0;   // in what labels speak for
    float crowd = 0;  // nodes around it, the nearer the more, itself included
  };

  Choice choice(NodeIndex j) {
    Choice choice{.node = j};
    find_distances(j);
    choice.crowd = crowd_at(found_.data(), size_, radius_);
    shares_at(found_.data(), size_, radius_, found_.data());
    choice.gain = gain_of(worth_.data(), covered_.data(), found_.data(), size_);
    return choice;
  }

  // Above 1 where fewer nodes are around than around the other choices nearby.
  float clearness(const Choice& own) const {
    float sum = 0, weights = 0;
    for (const Choice& other : choices_) {
      const float near = std::max(0.0F, 1 - distance(own.node, other.node) / radius_) * other.gain;
      sum += near * other.crowd;
      weights += near;
    }
    if (weights <= 0) return 1;
    const float ratio = sum / weights / own.crowd;
    return std::clamp(ratio * ratio, 1 / kMostClearness, kMostClearness);
  }

  float distance(NodeIndex i, NodeIndex j) const {
    float sum = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      sum += std::abs(middles_[k * size_ + i] - middles_[k * size_ + j]);
    }
    return sum;
  }

  void find_distances(NodeIndex j) {
    distances_to(middles_.data(), width_, size_, j, found_.data());
  }

  std::size_t size_, width_;
  float radius_ = 0;
  std::vector<float> middles_;     // [dimension][node], of the boxes
  std::vector<float> worth_;       // of a node, by the samples that it has won
  std::vector<float> covered_;     // to what share, by the nearest of the nodes taken
  std::vector<float> nearest_;     // distance to the nearest of them
  std::vector<ClassIndex> class_;  // of the nearest label
  std::vector<char> taken_;
  std::vector<float> found_;  // of all nodes to one: distances, or what is made of them
  std::vector<NodeIndex> considered_;
  std::vector<Choice> choices_;
};

ClassIndex most_frequent(std::span<const LabelCount> labels) {
  return std::max_element(labels.begin(), labels.end(),
                          [](const auto& a, const auto& b) { return a.count < b.count; })
      ->label;
}

std::uint64_t total(std::span<const LabelCount> labels) {
  std::uint64_t sum = 0;
  for (const LabelCount& each : labels) sum += each.count;
  return sum;
}

}  // namespace

std::vector<NodeIndex> least_covered(const NodeView& view, const std::vector<bool>& excluded,
                                     std::size_t count, bool clear) {
  std::vector<NodeIndex> chosen;
  if (view.size() == 0) return chosen;
  std::vector<NodeInfo> nodes(view.size());
  for (NodeIndex j = 0; j < nodes.size(); ++j) nodes[j] = view.node(j);
  const auto is_excluded = [&excluded](NodeIndex j) { return j < excluded.size() && excluded[j]; };
  std::vector<std::pair<double, NodeIndex>> again;  // labelled nodes, by how few labels they have
  Coverage coverage(view, nodes);
  for (NodeIndex j = 0; j < nodes.size(); ++j) {
    if (nodes[j].labels.empty()) continue;
    coverage.take(j, most_frequent(nodes[j].labels));
    const auto own = static_cast<double>(1 + total(nodes[j].labels));
    if (!is_excluded(j)) again.emplace_back(-static_cast<double>(nodes[j].wins) / own, j);
  }
  coverage.weigh_by_class(view.classes().size());
  for (NodeIndex j = 0; j < nodes.size(); ++j) {
    if (is_excluded(j) && nodes[j].id != kNoNodeId && nodes[j].labels.empty()) coverage.take(j);
  }
  while (chosen.size() < count) {
    const NodeIndex next = coverage.best(clear);
    if (next == kNoNode) break;
    coverage.take(next);
    chosen.push_back(next);
  }
  std::sort(again.begin(), again.end());
  for (std::size_t i = 0; i < again.size() && chosen.size() < count; ++i) {
    chosen.push_back(again[i].second);
  }
  return chosen;
}

namespace {

std::vector<NodeIndex> densest_unlabelled(const NodeView& view, const std::vector<bool>& excluded,
                                          std::size_t count) {
  std::vector<NodeInfo> nodes(view.size());
  std::vector<NodeIndex> unlabelled;
  std::set<std::uint64_t> labelled_groups;
  for (NodeIndex j = 0; j < nodes.size(); ++j) {
    nodes[j] = view.node(j);
    if (nodes[j].id == kNoNodeId) continue;
    if (nodes[j].label == kNoClass && !(j < excluded.size() && excluded[j])) {
      unlabelled.push_back(j);
    } else {
      labelled_groups.insert(nodes[j].group);
    }
  }
  std::stable_sort(unlabelled.begin(), unlabelled.end(),
                   [&](NodeIndex a, NodeIndex b) { return nodes[a].density > nodes[b].density; });
  std::stable_partition(unlabelled.begin(), unlabelled.end(), [&](NodeIndex j) {
    return nodes[j].group != kNoGroup && labelled_groups.insert(nodes[j].group).second;
  });
  unlabelled.resize(std::min(count, unlabelled.size()));
  return unlabelled;
}

}  // namespace

std::vector<NodeIndex> choose_nodes(const NodeView& view, const std::vector<bool>& excluded,
                                    std::size_t count, bool clear) {
  return view.has_groups() ? densest_unlabelled(view, excluded, count)
                           : least_covered(view, excluded, count, clear);
}

}  // namespace mpart
