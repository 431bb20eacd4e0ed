#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "learn/art/overlap.hpp"
#include "learn/art/row_pool.hpp"
#include "mpart/types.hpp"

namespace mpart {

// The weights of all nodes, those near one another together. A group has up to kFan members: nodes,
// or, further up, groups. Each member has its 2n weights and its norm |w|; for a group these are
// the largest of each weight and the smallest norm below it. Sums of minima grow with the weights,
// and so do their roundings as long as the order of the sum is the same: the overlap of a group is
// not less than that of any node below it, to the last bit. So a search that leaves out a group for
// its overlap finds what a search through all nodes finds. Up to kFan nodes it is that search.
class BoxTree {
 public:
  static constexpr std::size_t kFan = 24;

  using GroupIndex = std::uint32_t;
  using Place = std::uint32_t;  // group * kFan + slot: where a node or a group is a member
  static constexpr Place kNowhere = ~Place{0};

  struct Group {
    Place place = kNowhere;  // the root's
    std::uint8_t size = 0;
    bool leaf = true;  // its members are nodes
    std::uint8_t blocks = 0;
    Row* rows = nullptr;                          // [blocks][2n + 1], of the pool
    std::array<std::uint32_t, kFan> member = {};  // NodeIndex or GroupIndex
    std::vector<float> borders;                   // [2][n]: between these new nodes go to it
  };

  GroupIndex root() const { return root_; }
  const Group& group(GroupIndex g) const { return groups_[g]; }

  // A hint that they will be read soon.
  void fetch_group(GroupIndex g) const { __builtin_prefetch(&groups_[g]); }
  void fetch_rows(GroupIndex g) const {
    const Row* rows = groups_[g].rows;
    for (const Row* end = rows + block_count(groups_[g]) * (width_ + 1); rows != end; ++rows) {
      __builtin_prefetch(rows);
    }
  }

  // |I ^ w| of the members of a group, into an array of kFan.
  void overlaps(const Group& group, std::span<const double> input, double* overlap) const {
    overlap_of_blocks(input, group.rows, block_count(group), overlap);
  }
  double norm(const Group& group, std::size_t slot) const { return column(group, slot)[width_]; }

  // Weight k of node j, or its norm at k = width.
  double value(NodeIndex j, std::size_t k) const { return column(places_[j])[k]; }

  void insert(NodeIndex j, std::span<const double> weights);
  void erase(NodeIndex j);

  // w_j <- beta (I ^ w_j) + (1 - beta) w_j
  void lower(NodeIndex j, std::span<const double> input, double beta);

 private:
  // The values of one member, a row apart from one another.
  struct Column {
    double* first;
    double& operator[](std::size_t k) const { return first[k * kLanes]; }
  };

  // Where a group is divided in two.
  struct Cut {
    std::size_t dimension = 0;
    float at = 0;
    std::array<bool, kFan> above = {};  // which of its members
  };

  static std::size_t block_count(const Group& group) { return (group.size + kLanes - 1) / kLanes; }
  Column column(const Group& group, std::size_t slot) const {
    return {group.rows[slot / kLanes * (width_ + 1)].lane + slot % kLanes};
  }
  Column column(Place place) const { return column(groups_[place / kFan], place % kFan); }
  Column append(GroupIndex g, std::uint32_t member);
  void remove(Place place);
  void move_to(Place place, std::uint32_t member, bool is_node);
  GroupIndex leaf_for(std::span<const double> weights);
  GroupIndex child_for(const Group& group, std::span<const double> weights) const;
  bool contains(const Group& group, std::span<const double> weights) const;
  void split(GroupIndex g);
  Cut cut_nodes(const Group& leaf) const;
  static std::size_t middle_step(const std::array<std::pair<double, std::size_t>, kFan>& order);
  Cut cut_groups(const Group& group) const;
  void raise_root();
  void lower_root();
  bool summarise(GroupIndex g);  // g as a member of its parent; false if nothing changes
  void summarise_upwards(GroupIndex g);
  GroupIndex make_group(bool leaf);
  void add_block(Group& group);
  void release(GroupIndex g);
  std::vector<float> everywhere() const;
  void clear(Column column) const;
  void copy(Column from, Column to) const;

  std::size_t width_ = 0;
  GroupIndex root_ = 0;
  RowPool pool_;
  std::vector<Group> groups_;
  std::vector<GroupIndex> unused_;
  std::vector<Place> places_;  // of nodes
};

}  // namespace mpart
