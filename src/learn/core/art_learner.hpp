#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "learn/core/art/node_table.hpp"
#include "learn/core/graph/topology.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "learn/core/scratch.hpp"
#include "mpart/learner.hpp"
#include "mpart/scaling.hpp"
#include "util/big_vector.hpp"

namespace mpart {

// What learners on Fuzzy ART share: finding the winner, growing nodes and edges, keeping labels.
// How labels become an answer is gather(), and what tells one learner from another.
class ArtLearner : public Learner, public Rescalable, private NodeView {
 public:
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
  const NodeView* node_view() const override { return this; }

  void rescale(const Rescaling& change) override { nodes_.rescale(change); }
  void set_vigilance(double rho) override { parameters_.rho = rho; }

  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  explicit ArtLearner(Parameters parameters) : parameters_(std::move(parameters)) {}

  // Adds to out.probability, by class, the labels that speak for a sample that `winner` won, sets
  // out.density, and returns the sum of what it added. scratch.input is the coded sample.
  virtual double gather(NodeIndex winner, Buffers& scratch, Prediction& out) const = 0;

  // Called before and after every change of the wins, edges or labels of node j; before it is made,
  // a new node has none.
  virtual void changing(NodeIndex /*j*/) {}
  virtual void changed(NodeIndex /*j*/) {}

  // Called after a label has come or gone.
  virtual void labels_changed() {}

  // What these have learned, as one. REQUIRES: a new learner.
  void become_all_of(std::span<const ArtLearner* const> learners);

  // The steps of observe(): winner, new weights, counts and edges; then what is known of the
  // winner.
  void learn(std::span<const double> values, Prediction& out);
  void conclude(Buffers& scratch, Prediction& out) const;

  std::vector<NodeIndex> kept(const SaveOptions& options) const;  // nodes that go into the file
  NodeIndex find(NodeId id) const;                                // kNoNode if it is gone

  const Parameters& parameters() const { return parameters_; }
  const NodeTable& nodes() const { return nodes_; }
  const Topology& topology() const { return topology_; }
  const LabelDensities& labels() const { return labels_; }
  std::uint64_t time() const { return time_; }         // samples observed
  const Buffers& scratch() const { return scratch_; }  // of the last learn()

 private:
  std::size_t size() const override { return nodes_.size(); }
  NodeInfo node(NodeIndex j) const override;
  void centre(NodeIndex j, std::span<double> out) const override;

  NodeIndex make_node(std::span<const double> input);
  ClassIndex add_label(NodeIndex j, std::string_view label);
  void shrink_to(std::size_t most);

  Parameters parameters_;
  NodeTable nodes_;        // w
  Topology topology_;      // d, c, e
  LabelDensities labels_;  // q, C
  std::vector<NodeId> ids_;
  BigVector<std::uint64_t> last_win_;
  std::uint64_t time_ = 0;
  NodeId next_id_ = 0;
  Buffers scratch_;
};

}  // namespace mpart
