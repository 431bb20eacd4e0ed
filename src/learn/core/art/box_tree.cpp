#include "learn/core/art/box_tree.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mpart {

namespace {

constexpr std::uint16_t kLargest = std::numeric_limits<std::uint16_t>::max();

// Twice the centre of a box in one dimension, where w = [u, 1 - v], less a unit.
std::int32_t centre_of(std::uint16_t u, std::uint16_t one_less_v) { return u - one_less_v; }

}  // namespace

void BoxTree::insert(NodeIndex j, std::span<const double> weights) {
  width_ = weights.size();
  stride_ = width_ + 3;
  if (groups_.empty()) {
    root_ = make_group(true);
    claim_everything(root_);
  }
  if (places_.size() <= j) places_.resize(j + 1, kNowhere);
  fill_column(weights);
  const GroupIndex leaf = leaf_for_column();
  set(append(leaf, j), column_);
  summarise_upwards(leaf);
}

void BoxTree::erase(NodeIndex j) {
  remove(places_[j]);
  places_[j] = kNowhere;
}

void BoxTree::change(NodeIndex j, std::span<const double> weights) {
  fill_column(weights);
  const Place place = places_[j];
  const GroupIndex leaf = place / kFan;
  const CoarseRow* own = rows(leaf);
  const Place above = groups_[leaf].place;
  bool concerns_group = false;
  if (above != kNowhere) {
    const CoarseRow* largest = rows(above / kFan);
    for (std::size_t k = 0; k < width_; ++k) {
      const std::uint16_t before = own[k].lane[place % kFan];
      // Rounding can also raise a weight.
      concerns_group |=
          before != column_[k] && std::max(before, column_[k]) >= largest[k].lane[above % kFan];
    }
    concerns_group |= column_[width_] < largest[width_].lane[above % kFan];
  }
  set(place, column_);
  if (concerns_group) summarise_upwards(leaf);
}

void BoxTree::fill_column(std::span<const double> weights) {
  column_.resize(width_ + 1);
  double norm = 0;
  for (std::size_t k = 0; k < width_; ++k) {
    column_[k] = coarse_weight(weights[k]);
    norm += weights[k];
  }
  column_[width_] = coarse_input(norm / static_cast<double>(width_));
}

// Down to where the new node belongs. A full group on the way is split, for which its parent has
// room: a full parent has been split before.
BoxTree::GroupIndex BoxTree::leaf_for_column() {
  GroupIndex g = root_;
  while (true) {
    if (groups_[g].size == kFan) {
      if (g == root_) raise_root();
      split(g);
      g = groups_[g].place / kFan;
    } else if (groups_[g].leaf) {
      return g;
    } else {
      g = child_for_column(g);
    }
  }
}

// Groups divide space between them, except what belonged to groups that are gone. The closest one
// is mostly the right one, and right enough where none is.
BoxTree::GroupIndex BoxTree::child_for_column(GroupIndex g) const {
  const std::size_t size = groups_[g].size;
  std::uint32_t distance[kFan];
  near(g, std::span(column_).first(width_), kNoLimit, distance);
  const auto closest =
      static_cast<std::size_t>(std::min_element(distance, distance + size) - distance);
  if (contains_column(member(g, closest))) return member(g, closest);
  for (std::size_t i = 0; i < size; ++i) {
    if (contains_column(member(g, i))) return member(g, i);
  }
  return member(g, closest);
}

bool BoxTree::contains_column(GroupIndex g) const {
  const std::size_t dimensions = width_ / 2;
  for (std::size_t k = 0; k < dimensions; ++k) {
    const std::int32_t x = centre_of(column_[k], column_[dimensions + k]);
    if (x < borders(g)[k].from || x >= borders(g)[k].to) return false;
  }
  return true;
}

std::int32_t BoxTree::centre(GroupIndex g, std::size_t slot, std::size_t dimension) const {
  return centre_of(rows(g)[dimension].lane[slot], rows(g)[width_ / 2 + dimension].lane[slot]);
}

void BoxTree::split(GroupIndex g) {
  const Cut cut = groups_[g].leaf ? cut_nodes(g) : cut_groups(g);
  const GroupIndex other = make_group(groups_[g].leaf);
  std::copy_n(borders(g), width_ / 2, borders(other));
  borders(g)[cut.dimension].to = cut.at;
  borders(other)[cut.dimension].from = cut.at;
  const auto old_size = std::exchange(groups_[g].size, std::uint8_t{0});
  for (std::uint32_t i = 0; i < old_size; ++i) {
    // What stays moves to the front, where it cannot overtake what is still to be moved.
    const auto from = static_cast<Place>(g * kFan + i);
    const Place to = append(cut.above[i] ? other : g, member(g, i));
    if (from != to) copy(from, to);
  }
  for (std::size_t i = groups_[g].size; i < old_size; ++i) clear(static_cast<Place>(g * kFan + i));
  append(groups_[g].place / kFan, other);
  summarise(g);
  summarise(other);
}

// Half of them each, in the dimension where their centres differ most; what is equal stays
// together.
BoxTree::Cut BoxTree::cut_nodes(GroupIndex g) const {
  Cut cut;
  std::int32_t largest_spread = -1;
  for (std::size_t k = 0; k < width_ / 2; ++k) {
    std::int32_t least = centre(g, 0, k);
    std::int32_t most = least;
    for (std::size_t i = 1; i < kFan; ++i) {
      least = std::min(least, centre(g, i, k));
      most = std::max(most, centre(g, i, k));
    }
    if (most - least > largest_spread) {
      largest_spread = most - least;
      cut.dimension = k;
    }
  }
  std::array<std::pair<std::int32_t, std::size_t>, kFan> order;
  for (std::size_t i = 0; i < kFan; ++i) order[i] = {centre(g, i, cut.dimension), i};
  std::sort(order.begin(), order.end());
  std::size_t half = kFan / 2;
  for (std::size_t i = 1; i < kFan; ++i) {  // the step up that is next to the middle
    const auto off = [](std::size_t place) { return std::max(place, kFan - place); };
    const bool usable = order[half - 1].first < order[half].first;
    if (order[i - 1].first < order[i].first && (!usable || off(i) < off(half))) half = i;
  }
  for (std::size_t i = half; i < kFan; ++i) cut.above[order[i].second] = true;
  cut.at = order[half].first;
  return cut;
}

// Along a border between groups that cuts through none of them, as near to the middle as there is
// one. Each border was such a cut when it was drawn, so there is none only where borders coincide;
// then one half keeps the space.
BoxTree::Cut BoxTree::cut_groups(GroupIndex g) const {
  Cut best{0, borders(g)[0].to, {}};
  std::fill(best.above.begin() + kFan / 2, best.above.end(), true);
  std::size_t best_smaller_half = 0;
  for (std::size_t k = 0; k < width_ / 2; ++k) {
    for (std::size_t candidate = 0; candidate < kFan; ++candidate) {
      Cut cut{k, borders(member(g, candidate))[k].from, {}};
      std::size_t below = 0;
      std::size_t above = 0;
      for (std::size_t i = 0; i < kFan; ++i) {
        const Borders& other = borders(member(g, i))[k];
        cut.above[i] = other.from >= cut.at;
        above += cut.above[i] ? 1 : 0;
        below += other.to <= cut.at && !cut.above[i] ? 1 : 0;
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
  claim_everything(root_);
  append(root_, old);
  summarise(old);
}

void BoxTree::lower_root() {
  while (!groups_[root_].leaf && groups_[root_].size == 1) {
    const GroupIndex old = root_;
    root_ = member(old, 0);
    groups_[root_].place = kNowhere;
    release(old);
  }
}

BoxTree::Place BoxTree::append(GroupIndex g, std::uint32_t member) {
  Group& group = groups_[g];
  const std::size_t slot = group.size++;
  set_member(g, slot, member);
  const auto place = static_cast<Place>(g * kFan + slot);
  move_to(place, member, group.leaf);
  return place;
}

void BoxTree::remove(Place place) {
  const GroupIndex g = place / kFan;
  Group& group = groups_[g];
  const std::size_t last = --group.size;
  const auto last_place = static_cast<Place>(g * kFan + last);
  if (place != last_place) {
    copy(last_place, place);
    set_member(g, place % kFan, member(g, last));
    move_to(place, member(g, last), group.leaf);
  }
  clear(last_place);
  if (group.size > 0 || g == root_) {
    summarise_upwards(g);
  } else {
    const Place own = group.place;
    release(g);
    remove(own);
  }
  lower_root();
}

void BoxTree::set_member(GroupIndex g, std::size_t slot, std::uint32_t member) {
  CoarseRow* halves = rows(g) + width_ + 1;
  halves[0].lane[slot] = static_cast<std::uint16_t>(member);
  halves[1].lane[slot] = static_cast<std::uint16_t>(member >> 16);
}

void BoxTree::move_to(Place place, std::uint32_t member, bool is_node) {
  (is_node ? places_[member] : groups_[member].place) = place;
}

void BoxTree::summarise_upwards(GroupIndex g) {
  while (g != root_ && summarise(g)) g = groups_[g].place / kFan;
}

bool BoxTree::summarise(GroupIndex g) {
  const CoarseRow* from = rows(g);
  const Place place = groups_[g].place;
  CoarseRow* to = rows(place / kFan);
  bool changed = false;
  for (std::size_t k = 0; k <= width_; ++k) {
    const auto& lanes = from[k].lane;
    const std::uint16_t value = k < width_ ? *std::max_element(lanes, lanes + kFan)
                                           : *std::min_element(lanes, lanes + kFan);
    changed |= std::exchange(to[k].lane[place % kFan], value) != value;
  }
  return changed;
}

BoxTree::GroupIndex BoxTree::make_group(bool leaf) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<GroupIndex>(groups_.size()));
    groups_.emplace_back();
    rows_.resize(rows_.size() + stride_);
    borders_.resize(borders_.size() + width_ / 2);
  }
  const GroupIndex g = unused_.back();
  unused_.pop_back();
  groups_[g].leaf = leaf;
  for (std::size_t i = 0; i < kFan; ++i) clear(static_cast<Place>(g * kFan + i));
  return g;
}

void BoxTree::release(GroupIndex g) {
  groups_[g] = Group{};
  unused_.push_back(g);
}

void BoxTree::claim_everything(GroupIndex g) {
  using Limits = std::numeric_limits<std::int32_t>;
  std::fill_n(borders(g), width_ / 2, Borders{Limits::min(), Limits::max()});
}

void BoxTree::set(Place place, const Column& column) {
  CoarseRow* to = rows(place / kFan);
  for (std::size_t k = 0; k <= width_; ++k) to[k].lane[place % kFan] = column[k];
}

void BoxTree::copy(Place from, Place to) {
  for (std::size_t k = 0; k <= width_; ++k) {
    rows(to / kFan)[k].lane[to % kFan] = rows(from / kFan)[k].lane[from % kFan];
  }
}

// A lane without a member changes neither the largest weights nor the smallest norm of a group.
void BoxTree::clear(Place place) {
  CoarseRow* to = rows(place / kFan);
  for (std::size_t k = 0; k < width_; ++k) to[k].lane[place % kFan] = 0;
  to[width_].lane[place % kFan] = kLargest;
}

}  // namespace mpart
