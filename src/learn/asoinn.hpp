#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "learn/learner_options.hpp"
#include "learn/messages/label_densities.hpp"
#include "learn/soinn/soinn_graph.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// A-SOINN (Shen, Yu, Sakurai and Hasegawa, 2011), a competitor in the paper: E-SOINN with labels.
// The active part is a reconstruction from what the MPART paper says of it.
//
// A node has one label, fixed when it first gets one: from a person, or at a clean-up from the
// densest labelled node of its subclass. A node without one answers with the label nearest to it
// along the edges, else with that of the nearest labelled node. nominate() names the densest node
// of each subclass that has no label.
class Asoinn : public Learner {
 public:
  explicit Asoinn(const LearnerSetup& setup);

  void observe(std::span<const double> values, Prediction& out) override;
  void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const override;
  Receipt teach(std::span<const double> values, std::string_view label) override;
  bool teach(NodeId node, std::string_view label, Receipt& receipt) override;
  bool withdraw(const Receipt& receipt) override;
  std::vector<NodeIndex> nominate(std::size_t count,
                                  const std::vector<bool>& waiting) const override;
  bool nominates() const override { return true; }

  std::size_t width() const override { return width_; }
  const std::vector<std::string>& classes() const override { return labels_.classes(); }
  std::size_t known_classes() const override { return labels_.known_count(); }
  std::size_t node_count() const override { return graph_.node_count(); }
  std::size_t edge_count() const override { return graph_.edge_count(); }
  Graph graph() const override;

  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  void forget_dead_nodes();
  void spread_labels();
  ClassIndex own_label(NodeIndex j) const;  // kNoClass if it has none
  ClassIndex answer(NodeIndex j) const;
  void conclude(Prediction& out) const;

  Parameters parameters_;
  std::size_t width_ = 0;
  SoinnGraph graph_;
  LabelDensities labels_;              // received, by slot
  std::vector<ClassIndex> inherited_;  // from the subclass, by slot; kNoClass: none
  std::vector<NodeId> ids_;            // whose labels these are
  Scratch scratch_;
};

}  // namespace mpart
