#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learn/art/node_table.hpp"
#include "learn/graph/topology.hpp"
#include "learn/messages/label_densities.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// Message Passing Adaptive Resonance Theory (Kim et al., ICML 2021).
class Mpart : public Learner {
 public:
  explicit Mpart(const Parameters& parameters);

  void observe(std::span<const double> values, Prediction& out) override;
  void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const override;
  Receipt teach(std::span<const double> values, std::string_view label) override;
  bool teach(NodeId node, std::string_view label, Receipt& receipt) override;
  bool withdraw(const Receipt& receipt) override;

  std::size_t width() const override { return nodes_.width() / 2; }
  const std::vector<std::string>& classes() const override { return labels_.classes(); }
  std::size_t known_classes() const override { return labels_.known_count(); }
  std::size_t node_count() const override { return nodes_.size(); }
  std::size_t edge_count() const override { return topology_.edge_count(); }
  Graph graph() const override;

  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  // Codes the sample and finds its winner; the highest choice of all where nothing is activated.
  void find_winner(std::span<const double> values, Scratch& scratch, Prediction& out) const;
  NodeIndex make_node(std::span<const double> input);
  void conclude(NodeIndex winner, Scratch& scratch, Prediction& out) const;
  NodeIndex find(NodeId id) const;

  Parameters parameters_;
  NodeTable nodes_;        // w
  Topology topology_;      // d, c, e
  LabelDensities labels_;  // q, C
  std::vector<NodeId> ids_;
  std::vector<std::uint64_t> last_win_;
  std::uint64_t time_ = 0;  // samples observed
  NodeId next_id_ = 0;
  Scratch scratch_;
};

}  // namespace mpart
