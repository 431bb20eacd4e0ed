#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "learn/baselines/soinn/soinn_graph.hpp"
#include "learn/core/art/complement.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "learn/core/scoring.hpp"
#include "learn/core/scratch.hpp"
#include "learn/make_learner.hpp"
#include "mpart/error.hpp"
#include "mpart/learner.hpp"

namespace mpart {

namespace {

// A-SOINN (Shen, Yu, Sakurai and Hasegawa, 2011), a competitor in the paper: E-SOINN with labels.
// The active part is a reconstruction from what the MPART paper says of it.
//
// A node has one label, fixed when it first gets one: from a person, or at a clean-up from the
// densest labelled node of its subclass. A node without one answers with the label nearest to it
// along the edges, else with that of the nearest labelled node.
class Asoinn : public Learner, private NodeView {
 public:
  explicit Asoinn(const LearnerSetup& setup);

  void observe(std::span<const double> values, Prediction& out) override;
  void predict(std::span<const double> values, Scratch& scratch, Prediction& out) const override;
  Receipt teach(std::span<const double> values, std::string_view label) override;
  bool teach(NodeId node, std::string_view label, Receipt& receipt) override;
  bool withdraw(const Receipt& receipt) override;

  std::size_t width() const override { return width_; }
  const std::vector<std::string>& classes() const override { return labels_.classes(); }
  std::size_t known_classes() const override { return labels_.known_count(); }
  std::size_t node_count() const override { return graph_.node_count(); }
  std::size_t edge_count() const override { return graph_.edge_count(); }
  Graph graph() const override;
  const NodeView* node_view() const override { return this; }

  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 private:
  std::size_t size() const override { return graph_.slots().size(); }
  NodeInfo node(NodeIndex j) const override;
  bool has_groups() const override { return true; }
  void centre(NodeIndex j, std::span<double> out) const override;

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
  Buffers scratch_;
};

Asoinn::Asoinn(const LearnerSetup& setup)
    : parameters_(setup.parameters),
      graph_({setup.options.whole("lambda", 500, 1, 1000000000),
              setup.options.whole("age", 30, 1, 1000000000),
              setup.options.number("alpha", 2, 0, 1e6), setup.parameters.max_nodes}) {}

void Asoinn::observe(std::span<const double> values, Prediction& out) {
  require_width(values, width_);
  out.clipped = complement_code(values, scratch_.input);
  width_ = values.size();
  const auto inside = std::span<const double>(scratch_.input).first(width_);
  const SoinnGraph::Step step = graph_.learn(inside);
  if (step.created || step.cleaned) forget_dead_nodes();
  if (step.cleaned) spread_labels();
  out.created = step.created;
  out.activated = !step.created;
  out.coactivated = 0;
  out.winner = graph_.at(step.winner).alive ? step.winner : graph_.nearest(inside);
  conclude(out);
}

void Asoinn::predict(std::span<const double> values, Scratch& scratch, Prediction& out) const {
  require_width(values, width_);
  std::vector<double>& input = scratch.buffers().input;
  out.clipped = complement_code(values, input);
  out.winner = graph_.nearest(std::span<const double>(input).first(values.size()));
  out.activated = out.winner != kNoNode;
  out.created = false;
  out.coactivated = 0;
  conclude(out);
}

void Asoinn::conclude(Prediction& out) const {
  out.density = 0;
  out.probability.assign(classes().size(), 0.0);
  double mass = 0;
  if (out.winner != kNoNode) {
    out.density = static_cast<double>(graph_.at(out.winner).wins);
    // A label that is only inherited or borrowed counts as a tenth of one.
    mass = std::max(0.1, static_cast<double>(labels_.total(out.winner)));
    const ClassIndex label = answer(out.winner);
    if (label == kNoClass) mass = 0;
    if (label != kNoClass) out.probability[label] = mass;
  }
  score_prediction(labels_, parameters_, mass, out);
}

ClassIndex Asoinn::own_label(NodeIndex j) const {
  const ClassIndex inherited = inherited_[j];
  if (inherited != kNoClass && labels_.known(inherited)) return inherited;
  return labels_.at(j).empty() ? kNoClass : labels_.at(j).front().label;
}

// Its own label, else the first along the edges, else that of the nearest node that has one.
ClassIndex Asoinn::answer(NodeIndex j) const {
  std::vector<NodeIndex> reached{j};
  std::vector<bool> seen(graph_.slots().size());
  seen[j] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (own_label(reached[i]) != kNoClass) return own_label(reached[i]);
    for (const SoinnGraph::Edge& edge : graph_.at(reached[i]).edges) {
      if (seen[edge.to]) continue;
      seen[edge.to] = true;
      reached.push_back(edge.to);
    }
  }
  ClassIndex best = kNoClass;
  double least = std::numeric_limits<double>::infinity();
  for (NodeIndex i = 0; i < graph_.slots().size(); ++i) {
    if (!graph_.at(i).alive || own_label(i) == kNoClass) continue;
    const double distance = graph_.distance(i, graph_.at(j).place);
    if (distance >= least) continue;
    least = distance;
    best = own_label(i);
  }
  return best;
}

void Asoinn::forget_dead_nodes() {
  while (ids_.size() < graph_.slots().size()) {
    ids_.push_back(kNoNodeId);
    inherited_.push_back(kNoClass);
    labels_.add_node();
  }
  for (NodeIndex j = 0; j < ids_.size(); ++j) {
    if (graph_.at(j).alive && graph_.at(j).id == ids_[j]) continue;
    labels_.replace_node(j);
    inherited_[j] = kNoClass;
    ids_[j] = graph_.at(j).alive ? graph_.at(j).id : kNoNodeId;
  }
}

// At a clean-up the nodes of a subclass take the label of its densest node that a person labelled.
void Asoinn::spread_labels() {
  std::map<Subclass, NodeIndex> teachers;
  for (NodeIndex j = 0; j < ids_.size(); ++j) {
    if (!graph_.at(j).alive || labels_.at(j).empty()) continue;
    const auto [teacher, first] = teachers.try_emplace(graph_.at(j).subclass, j);
    if (!first && graph_.density(j) > graph_.density(teacher->second)) teacher->second = j;
  }
  for (NodeIndex j = 0; j < ids_.size(); ++j) {
    if (!graph_.at(j).alive || own_label(j) != kNoClass) continue;
    const auto teacher = teachers.find(graph_.at(j).subclass);
    if (teacher != teachers.end()) inherited_[j] = own_label(teacher->second);
  }
}

NodeInfo Asoinn::node(NodeIndex j) const {
  const SoinnGraph::Node& node = graph_.at(j);
  if (!node.alive) return {};
  return {.id = node.id,
          .wins = node.wins,
          .density = graph_.density(j),
          .group = node.subclass == kNoSubclass ? kNoGroup : node.subclass,
          .label = own_label(j),
          .labels = labels_.at(j)};
}

void Asoinn::centre(NodeIndex j, std::span<double> out) const {
  std::ranges::copy(graph_.at(j).place, out.begin());
}

Receipt Asoinn::teach(std::span<const double> values, std::string_view label) {
  require_width(values, width_);
  complement_code(values, scratch_.input);
  const NodeIndex j = graph_.nearest(std::span<const double>(scratch_.input).first(values.size()));
  if (j == kNoNode) throw conflict("a label needs a sample first: nothing has been learned yet");
  return {ids_[j], labels_.add(j, label)};
}

bool Asoinn::teach(NodeId node, std::string_view label, Receipt& receipt) {
  const NodeIndex j = graph_.find(node);
  if (j == kNoNode) return false;
  receipt = {node, labels_.add(j, label)};
  return true;
}

bool Asoinn::withdraw(const Receipt& receipt) {
  const NodeIndex j = graph_.find(receipt.node);
  return j != kNoNode && labels_.remove(j, receipt.label);
}

Graph Asoinn::graph() const {
  Graph graph;
  graph.classes = classes();
  std::vector<std::uint32_t> position(graph_.slots().size());
  for (NodeIndex j = 0; j < graph_.slots().size(); ++j) {
    const SoinnGraph::Node& from = graph_.at(j);
    if (!from.alive) continue;
    position[j] = static_cast<std::uint32_t>(graph.nodes.size());
    Graph::Node node{j, from.id, from.place, from.place, from.wins, {}, answer(j)};
    for (const auto& [label, count] : labels_.at(j)) {
      node.labels.emplace_back(label, static_cast<double>(count));
    }
    graph.nodes.push_back(std::move(node));
    for (const SoinnGraph::Edge& edge : from.edges) {
      if (edge.to < j) graph.edges.push_back({position[edge.to], position[j], 1, 1});
    }
  }
  return graph;
}

void Asoinn::save(Writer& writer, const SaveOptions& options) const {
  writer.u64(width_);
  graph_.save(writer, options.min_count);
  LabelDensities labels = labels_;
  for (NodeIndex j = 0; j < ids_.size(); ++j) {
    if (!graph_.at(j).alive || graph_.at(j).wins < options.min_count) labels.replace_node(j);
  }
  labels.save(writer);
  for (const ClassIndex label : inherited_) writer.u32(label);
}

void Asoinn::load(Reader& reader) {
  constexpr std::uint64_t kMaxWidth = std::uint64_t{1} << 18;
  width_ = reader.u64();
  require(width_ <= kMaxWidth, "an invalid number of features");
  graph_.load(reader, width_);
  labels_.load(reader);
  require(labels_.size() == graph_.slots().size(), "its parts have different numbers of nodes");
  for (const SoinnGraph::Node& node : graph_.slots()) {
    ids_.push_back(node.alive ? node.id : kNoNodeId);
    inherited_.push_back(reader.u32());
    require(inherited_.back() == kNoClass || inherited_.back() < classes().size(),
            "a label of an unknown class");
  }
}

}  // namespace

std::unique_ptr<Learner> make_asoinn(const LearnerSetup& setup) {
  return std::make_unique<Asoinn>(setup);
}

}  // namespace mpart
