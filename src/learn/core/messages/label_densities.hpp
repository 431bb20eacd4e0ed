#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "learn/core/messages/sparse_lists.hpp"
#include "mpart/archive.hpp"
#include "mpart/node_view.hpp"
#include "mpart/types.hpp"

namespace mpart {

// The labels that each node has received, q_j, and the open set C of classes.
class LabelDensities {
 public:
  std::size_t size() const { return densities_.size(); }  // nodes
  std::span<const LabelCount> at(NodeIndex j) const { return densities_.at(j); }
  std::uint64_t total(NodeIndex j) const;
  // The nodes with a label, and some that had one, in no order.
  std::span<const NodeIndex> labelled() const { return densities_.owners(); }

  const std::vector<std::string>& classes() const { return names_; }
  // |C|: the classes with a label that has not been withdrawn.
  std::size_t known_count() const { return known_count_; }
  bool known(ClassIndex label) const { return received_[label] > 0; }
  std::uint64_t received() const;  // labels that have not been withdrawn

  void add_node() { densities_.add_node(); }
  void replace_node(NodeIndex j) {
    densities_.clear(j);
  }  // its labels go, their classes stay known

  ClassIndex add(NodeIndex j, std::string_view label);
  bool remove(NodeIndex j, ClassIndex label);  // false if the node has no such label

  // All labels of another model, whose node i is node place[i] here; kNoNode: nowhere.
  void add_all(const LabelDensities& other, std::span<const NodeIndex> place);

  LabelDensities select(std::span<const NodeIndex> kept) const;  // only these nodes, all classes
  void save(Writer& writer) const;
  void load(Reader& reader);  // REQUIRES: empty

 private:
  ClassIndex index_of(std::string_view label);
  void add(NodeIndex j, ClassIndex label, std::uint64_t count);

  SparseLists<LabelCount> densities_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, ClassIndex> indices_;
  std::vector<std::uint64_t> received_;  // by class: labels received and not withdrawn
  std::size_t known_count_ = 0;
};

}  // namespace mpart
