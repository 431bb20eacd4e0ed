#include "learn/art/box_tree.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mpart {

namespace {

// The centre of a box in one dimension, where w = [u, 1 - v].
double centre(double u, double one_less_v) { return (u + 1 - one_less_v) / 2; }

}  // namespace

void BoxTree::insert(NodeIndex j, std::span<const double> weights) {
  width_ = weights.size();
  if (groups_.empty()) {
    root_ = make_group(true);
    groups_[root_].borders = everywhere();
  }
  if (places_.size() <= j) places_.resize(j + 1, kNowhere);
  const GroupIndex leaf = leaf_for(weights);
  const Column own = append(leaf, j);
  double norm = 0;
  for (std::size_t k = 0; k < width_; ++k) {
    own[k] = weights[k];
    norm += weights[k];
  }
  own[width_] = norm;
  summarise_upwards(leaf);
}

void BoxTree::erase(NodeIndex j) {
  remove(places_[j]);
  places_[j] = kNowhere;
}

void BoxTree::lower(NodeIndex j, std::span<const double> input, double beta) {
  const GroupIndex leaf = places_[j] / kFan;
  const Place above = groups_[leaf].place;
  const Column own = column(places_[j]);
  const Column largest = above == kNowhere ? own : column(above);
  double norm = 0;
  bool concerns_group = false;
  for (std::size_t k = 0; k < width_; ++k) {
    const double before = own[k];
    own[k] = beta * std::min(input[k], before) + (1 - beta) * before;
    norm += own[k];
    // Rounding can also raise a weight, by its last bit.
    concerns_group |= own[k] != before && std::max(own[k], before) >= largest[k];
  }
  own[width_] = norm;
  if (concerns_group || norm < largest[width_]) summarise_upwards(leaf);
}

// Down to where the new node belongs. A full group on the way is split, for which its parent has
// room: a full parent has been split before.
BoxTree::GroupIndex BoxTree::leaf_for(std::span<const double> weights) {
  GroupIndex g = root_;
  while (true) {
    if (groups_[g].size == kFan) {
      if (g == root_) raise_root();
      split(g);
      g = groups_[g].place / kFan;
    } else if (groups_[g].leaf) {
      return g;
    } else {
      g = child_for(groups_[g], weights);
    }
  }
}

// Groups divide space between them, except what belonged to groups that are gone. The one that has
// most in common with the new node is mostly the right one, and right enough where none is.
BoxTree::GroupIndex BoxTree::child_for(const Group& group, std::span<const double> weights) const {
  double overlap[kFan];
  overlaps(group, weights, overlap);
  const auto closest =
      static_cast<std::size_t>(std::max_element(overlap, overlap + group.size) - overlap);
  if (contains(groups_[group.member[closest]], weights)) return group.member[closest];
  for (std::size_t i = 0; i < group.size; ++i) {
    if (contains(groups_[group.member[i]], weights)) return group.member[i];
  }
  return group.member[closest];
}

bool BoxTree::contains(const Group& group, std::span<const double> weights) const {
  const std::size_t dimensions = width_ / 2;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const double x = centre(weights[k], weights[dimensions + k]);
    if (x < group.borders[k] || x >= group.borders[dimensions + k]) return false;
  }
  return true;
}

void BoxTree::split(GroupIndex g) {
  const Cut cut = groups_[g].leaf ? cut_nodes(groups_[g]) : cut_groups(groups_[g]);
  const GroupIndex other = make_group(groups_[g].leaf);
  const Group whole = std::exchange(groups_[g], Group{});
  groups_[g].leaf = whole.leaf;
  groups_[g].borders = groups_[other].borders = whole.borders;
  groups_[g].borders[width_ / 2 + cut.dimension] = cut.at;
  groups_[other].borders[cut.dimension] = cut.at;
  for (std::size_t i = 0; i < whole.size; ++i) {
    const Column to = append(cut.above[i] ? other : g, whole.member[i]);
    copy(column(whole, i), to);
  }
  pool_.give_back(whole.rows, whole.blocks);
  groups_[g].place = whole.place;
  append(whole.place / kFan, other);
  summarise(g);
  summarise(other);
}

// The position next to the middle where the sorted values step up: what is equal stays together.
std::size_t BoxTree::middle_step(const std::array<std::pair<double, std::size_t>, kFan>& order) {
  for (std::size_t off = 0; off < kFan / 2; ++off) {
    for (const std::size_t i : {kFan / 2 - off, kFan / 2 + off}) {
      if (order[i - 1].first < order[i].first) return i;
    }
  }
  return kFan / 2;
}

// Half of them each, in the dimension where their centres differ most.
BoxTree::Cut BoxTree::cut_nodes(const Group& leaf) const {
  const std::size_t dimensions = width_ / 2;
  const auto centre_of = [&](std::size_t slot, std::size_t k) {
    const Column own = column(leaf, slot);
    return centre(own[k], own[dimensions + k]);
  };
  Cut cut;
  double largest_spread = -1;
  for (std::size_t k = 0; k < dimensions; ++k) {
    double least = centre_of(0, k);
    double most = least;
    for (std::size_t i = 1; i < leaf.size; ++i) {
      least = std::min(least, centre_of(i, k));
      most = std::max(most, centre_of(i, k));
    }
    if (most - least > largest_spread) {
      largest_spread = most - least;
      cut.dimension = k;
    }
  }
  std::array<std::pair<double, std::size_t>, kFan> order;
  for (std::size_t i = 0; i < kFan; ++i) order[i] = {centre_of(i, cut.dimension), i};
  std::sort(order.begin(), order.end());
  const std::size_t half = middle_step(order);
  for (std::size_t i = half; i < kFan; ++i) cut.above[order[i].second] = true;
  cut.at = static_cast<float>(order[half].first);
  return cut;
}

// Along a border between groups that cuts through none of them, as near to the middle as there is
// one. Each border was such a cut when it was drawn, so there is none only where borders coincide;
// then one half keeps the space.
BoxTree::Cut BoxTree::cut_groups(const Group& group) const {
  Cut best{0, group.borders[width_ / 2], {}};
  std::fill(best.above.begin() + kFan / 2, best.above.end(), true);
  std::size_t best_smaller_half = 0;
  for (std::size_t k = 0; k < width_ / 2; ++k) {
    for (std::size_t candidate = 0; candidate < kFan; ++candidate) {
      Cut cut{k, groups_[group.member[candidate]].borders[k], {}};
      std::size_t below = 0;
      std::size_t above = 0;
      for (std::size_t i = 0; i < kFan; ++i) {
        const std::vector<float>& borders = groups_[group.member[i]].borders;
        cut.above[i] = borders[k] >= cut.at;
        above += cut.above[i] ? 1 : 0;
        below += borders[width_ / 2 + k] <= cut.at && !cut.above[i] ? 1 : 0;
      }
      if (below + above == kFan && std::min(below, above) > best_smaller_half) {
        best_smaller_half = std::min(below, above);
        best = cut;
      }
    }
  }
  return best;
}

void BoxTree::raise_root() {
  const GroupIndex old = root_;
  root_ = make_group(false);
  groups_[root_].borders = everywhere();
  append(root_, old);
  summarise(old);
}

void BoxTree::lower_root() {
  while (!groups_[root_].leaf && groups_[root_].size == 1) {
    const GroupIndex old = root_;
    root_ = groups_[old].member[0];
    groups_[root_].place = kNowhere;
    release(old);
  }
}

BoxTree::Column BoxTree::append(GroupIndex g, std::uint32_t member) {
  Group& group = groups_[g];
  if (group.size == group.blocks * kLanes) add_block(group);
  const std::size_t slot = group.size++;
  group.member[slot] = member;
  const auto place = static_cast<Place>(g * kFan + slot);
  move_to(place, member, group.leaf);
  return column(place);
}

void BoxTree::remove(Place place) {
  const GroupIndex g = place / kFan;
  Group& group = groups_[g];
  const std::size_t last = --group.size;
  const auto last_place = static_cast<Place>(g * kFan + last);
  if (place != last_place) {
    copy(column(last_place), column(place));
    group.member[place % kFan] = group.member[last];
    move_to(place, group.member[last], group.leaf);
  }
  clear(column(last_place));
  if (group.size > 0 || g == root_) {
    summarise_upwards(g);
  } else {
    const Place own = group.place;
    release(g);
    remove(own);
  }
  lower_root();
}

void BoxTree::move_to(Place place, std::uint32_t member, bool is_node) {
  (is_node ? places_[member] : groups_[member].place) = place;
}

void BoxTree::summarise_upwards(GroupIndex g) {
  while (g != root_ && summarise(g)) g = groups_[g].place / kFan;
}

bool BoxTree::summarise(GroupIndex g) {
  const Group& group = groups_[g];
  const Column own = column(group.place);
  bool changed = false;
  for (std::size_t k = 0; k <= width_; ++k) {
    Row best = group.rows[k];
    for (std::size_t block = 1; block < block_count(group); ++block) {
      const Row& row = group.rows[block * (width_ + 1) + k];
      for (std::size_t i = 0; i < kLanes; ++i) {
        best.lane[i] =
            k < width_ ? std::max(best.lane[i], row.lane[i]) : std::min(best.lane[i], row.lane[i]);
      }
    }
    const auto [least, most] = std::minmax_element(best.lane, best.lane + kLanes);
    const double value = k < width_ ? *most : *least;
    changed |= own[k] != value;
    own[k] = value;
  }
  return changed;
}

BoxTree::GroupIndex BoxTree::make_group(bool leaf) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<GroupIndex>(groups_.size()));
    groups_.emplace_back();
  }
  const GroupIndex g = unused_.back();
  unused_.pop_back();
  groups_[g].leaf = leaf;
  return g;
}

// Lanes without a member change neither the largest weights nor the smallest norm of a group.
void BoxTree::add_block(Group& group) {
  const std::size_t more = group.blocks + std::size_t{1};
  Row* rows = pool_.take(more, width_ + 1);
  if (group.blocks > 0) {
    std::copy_n(group.rows, group.blocks * (width_ + 1), rows);
    pool_.give_back(group.rows, group.blocks);
  }
  group.rows = rows;
  for (std::size_t i = group.blocks * kLanes; i < more * kLanes; ++i) clear(column(group, i));
  group.blocks = static_cast<std::uint8_t>(more);
}

void BoxTree::release(GroupIndex g) {
  pool_.give_back(groups_[g].rows, groups_[g].blocks);
  groups_[g] = Group{};
  unused_.push_back(g);
}

std::vector<float> BoxTree::everywhere() const {
  std::vector<float> borders(width_, std::numeric_limits<float>::infinity());
  std::fill_n(borders.begin(), width_ / 2, -std::numeric_limits<float>::infinity());
  return borders;
}

void BoxTree::clear(Column column) const {
  for (std::size_t k = 0; k < width_; ++k) column[k] = 0;
  column[width_] = std::numeric_limits<double>::infinity();
}

void BoxTree::copy(Column from, Column to) const {
  for (std::size_t k = 0; k <= width_; ++k) to[k] = from[k];
}

}  // namespace mpart
