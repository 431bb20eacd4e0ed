#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "mpart/types.hpp"

namespace mpart {

inline constexpr NodeId kNoNodeId = std::numeric_limits<NodeId>::max();
inline constexpr std::uint64_t kNoGroup = std::numeric_limits<std::uint64_t>::max();

// Labels of one class that a node has received.
struct LabelCount {
  ClassIndex label = 0;
  std::uint64_t count = 0;
};

// One node as a strategy sees it.
struct NodeInfo {
  NodeId id = kNoNodeId;           // kNoNodeId: the slot is empty
  std::uint64_t wins = 0;          // samples that it has won
  double density = 0;              // how densely samples lie here, in the learner's own measure
  std::uint64_t group = kNoGroup;  // nodes that the learner holds together, if it does
  ClassIndex label = kNoClass;     // received or inherited; kNoClass: none
  std::span<const LabelCount> labels{};  // received, valid until the learner changes
};

// A read-only view of a learner's nodes, for strategies that ask about nodes. It shows the present
// state of the learner and lives as long as it does.
class NodeView {
 public:
  NodeView() = default;
  NodeView(const NodeView&) = delete;
  NodeView& operator=(const NodeView&) = delete;
  virtual ~NodeView() = default;

  // Slots of nodes, the NodeIndex of Prediction::winner; some may be empty.
  virtual std::size_t size() const = 0;

  virtual NodeInfo node(NodeIndex j) const = 0;

  // The middle of the box of node j. REQUIRES: as many values as width().
  virtual void centre(NodeIndex j, std::span<double> out) const = 0;

  // Whether the learner holds its nodes in groups; if not, every NodeInfo::group is kNoGroup.
  virtual bool has_groups() const { return false; }

  virtual std::size_t width() const = 0;
  virtual const std::vector<std::string>& classes() const = 0;
};

}  // namespace mpart
