#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/types.hpp"

namespace mpart {

using Subclass = std::uint32_t;
inline constexpr Subclass kNoSubclass = 0;  // of a node that has come since the last regrouping

struct SoinnSettings {
  std::uint32_t lambda = 500;   // samples between two clean-ups
  std::uint32_t age_max = 30;   // an edge that has not been confirmed for so long goes
  double alpha = 2;             // of grouping: larger merges fewer subclasses; 1 is E-SOINN's
  std::uint32_t max_nodes = 0;  // 0: no limit
};

// The Enhanced Self-Organizing Incremental Neural Network (Furao, Ogura and Hasegawa, 2007): nodes
// that follow the density of the samples, and subclasses, one for each hill of that density. Nodes
// keep their slot for life; slots of nodes that are gone are used again.
class SoinnGraph {
 public:
  struct Edge {
    NodeIndex to = 0;
    std::uint32_t age = 0;
  };
  struct Node {
    bool alive = false;
    NodeId id = 0;
    std::vector<double> place;
    std::uint64_t wins = 1;     // M
    double points = 0;          // sum of what it earned by winning
    std::uint64_t periods = 0;  // lambda-periods in which it earned any
    bool earned_now = false;    // in the present one
    Subclass subclass = kNoSubclass;
    std::vector<Edge> edges;
  };
  struct Step {
    NodeIndex winner = kNoNode;
    bool created = false;
    bool cleaned = false;  // nodes may be gone, the winner among them, and subclasses are new
  };

  explicit SoinnGraph(const SoinnSettings& settings) : settings_(settings) {}

  Step learn(std::span<const double> values);
  NodeIndex nearest(std::span<const double> values) const;  // kNoNode if there is none
  NodeIndex find(NodeId id) const;                          // kNoNode if it is gone

  std::span<const Node> slots() const { return nodes_; }  // dead ones too
  const Node& at(NodeIndex j) const { return nodes_[j]; }
  double density(NodeIndex j) const;  // h
  double distance(NodeIndex j, std::span<const double> values) const;
  std::size_t node_count() const { return alive_; }
  std::size_t edge_count() const;

  void save(Writer& writer, std::uint64_t min_count) const;
  void load(Reader& reader, std::size_t width);  // REQUIRES: empty

 private:
  struct Hill {
    double highest = 0, mean = 0;
  };

  NodeIndex insert(std::span<const double> values);
  NodeIndex least_dense() const;
  void remove(NodeIndex j);
  bool nearer(double d, NodeIndex j, double than, NodeIndex other) const;
  double threshold(NodeIndex j) const;
  void link(NodeIndex first, NodeIndex second);
  bool belong_together(NodeIndex a, NodeIndex b) const;
  Hill hill(Subclass subclass) const;
  void earn(NodeIndex winner);
  void move(NodeIndex winner, std::span<const double> values);
  void drop_old_edges(NodeIndex j);
  void regroup();
  void remove_noise();

  Edge* edge(NodeIndex from, NodeIndex to);
  void connect(NodeIndex a, NodeIndex b);
  void disconnect(NodeIndex a, NodeIndex b);

  SoinnSettings settings_;
  std::vector<Node> nodes_;
  std::size_t alive_ = 0;
  std::uint64_t time_ = 0;  // samples
  NodeId next_id_ = 0;
};

}  // namespace mpart
