#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/core/art/quantized_boxes.hpp"
#include "mpart/types.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// All nodes by their coarse weights, those near one another together. A group has up to kFan
// members: nodes, or, further up, groups. Each member has its 2n weights and its norm |w|; for a
// group these are the largest of each weight and the smallest norm below it. So a group is not
// farther away than any node below it, and a search that leaves it out for its distance leaves out
// nothing that a search through all nodes would find. Up to kFan nodes it is that search.
class BoxTree {
 public:
  static constexpr std::size_t kFan = CoarseRow::kLanes;

  using GroupIndex = std::uint32_t;
  using Place = std::uint32_t;  // group * kFan + slot: where a node or a group is a member
  static constexpr Place kNowhere = ~Place{0};

  GroupIndex root() const { return root_; }
  std::size_t size(GroupIndex g) const { return groups_[g].size; }
  bool is_leaf(GroupIndex g) const { return groups_[g].leaf; }  // its members are nodes
  std::uint32_t member(GroupIndex g, std::size_t slot) const {  // NodeIndex or GroupIndex
    const CoarseRow* halves = rows(g) + width_ + 1;
    return halves[0].lane[slot] | std::uint32_t{halves[1].lane[slot]} << 16;
  }

  // Those of the members that may be within `limit` of an input, a bit each; see
  // coarse_distances().
  std::uint32_t near(GroupIndex g, std::span<const std::uint16_t> input, std::uint32_t limit,
                     std::uint32_t* distance) const {
    const std::uint32_t members = ~std::uint32_t{0} >> (kFan - groups_[g].size);
    return members & coarse_distances(input, rows(g), limit, distance);
  }
  // The norms of the members, rounded down: this many units are 2n, which no norm exceeds.
  const CoarseRow& norms(GroupIndex g) const { return rows(g)[width_]; }

  // A hint that a group will be looked at soon.
  void fetch(GroupIndex g) const {
    constexpr int kCacheLevel = 2;  // the first waits when it has a few to wait for
    const std::size_t at_once = std::min<std::size_t>(stride_, 16);
    for (std::size_t k = 0; k < at_once; ++k) __builtin_prefetch(rows(g) + k, 0, kCacheLevel);
  }

  void insert(NodeIndex j, std::span<const double> weights);
  void erase(NodeIndex j);
  void change(NodeIndex j, std::span<const double> weights);

 private:
  using Column = std::vector<std::uint16_t>;  // the weights of one member, and its norm

  struct Group {
    Place place = kNowhere;  // the root's
    std::uint8_t size = 0;
    bool leaf = true;
  };

  // Where a group is divided in two.
  struct Cut {
    std::size_t dimension = 0;
    std::int32_t at = 0;
    std::array<bool, kFan> above = {};  // which of its members
  };

  // Between these new nodes go to a group, for each dimension.
  struct Borders {
    std::int32_t from;
    std::int32_t to;
  };

  CoarseRow* rows(GroupIndex g) { return rows_.data() + g * stride_; }
  const CoarseRow* rows(GroupIndex g) const { return rows_.data() + g * stride_; }
  Borders* borders(GroupIndex g) { return borders_.data() + g * (width_ / 2); }
  const Borders* borders(GroupIndex g) const { return borders_.data() + g * (width_ / 2); }
  std::int32_t centre(GroupIndex g, std::size_t slot, std::size_t dimension) const;

  void fill_column(std::span<const double> weights);
  void set_member(GroupIndex g, std::size_t slot, std::uint32_t member);
  Place append(GroupIndex g, std::uint32_t member);
  void remove(Place place);
  void move_to(Place place, std::uint32_t member, bool is_node);
  GroupIndex leaf_for_column();
  GroupIndex child_for_column(GroupIndex g) const;
  bool contains_column(GroupIndex g) const;
  void split(GroupIndex g);
  Cut cut_nodes(GroupIndex g) const;
  Cut cut_groups(GroupIndex g) const;
  void raise_root();
  void lower_root();
  bool summarise(GroupIndex g);  // g as a member of its parent; false if nothing changes
  void summarise_upwards(GroupIndex g);
  GroupIndex make_group(bool leaf);
  void release(GroupIndex g);
  void set(Place place, const Column& column);
  void copy(Place from, Place to);
  void clear(Place place);
  void claim_everything(GroupIndex g);

  std::size_t width_ = 0;
  std::size_t stride_ = 0;  // rows of a group
  GroupIndex root_ = 0;
  std::vector<Group> groups_;
  BigVector<CoarseRow> rows_;     // [group][2n + 3]: weights, norms, members in two halves
  std::vector<Borders> borders_;  // [group][n]
  std::vector<GroupIndex> unused_;
  BigVector<Place> places_;  // of nodes
  Column column_;            // of the node that is inserted or changed
};

}  // namespace mpart
