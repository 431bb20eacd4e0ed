#include "learn/art_learner.hpp"

#include <algorithm>

#include "learn/art/complement.hpp"
#include "learn/art/winner.hpp"
#include "learn/eviction.hpp"
#include "learn/judgement.hpp"
#include "mpart/error.hpp"

namespace mpart {

void ArtLearner::observe(std::span<const double> values, Prediction& out) {
  learn(values, out);
  conclude(scratch_, out);
}

void ArtLearner::learn(std::span<const double> values, Prediction& out) {
  find_active(nodes_, parameters_, values, scratch_, out);
  ++time_;
  out.created = !out.activated;
  if (out.created) {
    out.winner = make_node(scratch_.input);
  } else {
    topology_.fetch(out.winner);
    nodes_.learn(out.winner, scratch_.input, parameters_.beta);
    changing(out.winner);
    topology_.win(out.winner, scratch_.activated);
    changed(out.winner);
  }
  last_win_[out.winner] = time_;
}

void ArtLearner::predict(std::span<const double> values, Scratch& scratch, Prediction& out) const {
  find_winner(nodes_, parameters_, values, scratch, out);
  out.created = false;
  conclude(scratch, out);
}

Receipt ArtLearner::teach(std::span<const double> values, std::string_view label) {
  Prediction found;
  find_winner(nodes_, parameters_, values, scratch_, found);
  if (found.winner == kNoNode) {
    throw Error(ErrorKind::kBadUse, "a label came before the first sample");
  }
  return {ids_[found.winner], add_label(found.winner, label)};
}

bool ArtLearner::teach(NodeId node, std::string_view label, Receipt& receipt) {
  const NodeIndex j = find(node);
  if (j == kNoNode) return false;
  receipt = {node, add_label(j, label)};
  return true;
}

bool ArtLearner::withdraw(const Receipt& receipt) {
  const NodeIndex j = find(receipt.node);
  if (j == kNoNode) return false;
  changing(j);
  const bool removed = labels_.remove(j, receipt.label);
  changed(j);
  labels_changed();
  return removed;
}

NodeIndex ArtLearner::make_node(std::span<const double> input) {
  NodeIndex j = 0;
  if (parameters_.max_nodes != 0 && nodes_.size() >= parameters_.max_nodes) {
    j = choose_victim(topology_, labels_, last_win_, time_);
    changing(j);
    nodes_.replace(j, input);
    topology_.replace_node(j);
    labels_.replace_node(j);
  } else {
    j = nodes_.add(input);
    topology_.add_node();
    labels_.add_node();
    ids_.push_back(0);
    last_win_.push_back(0);
  }
  ids_[j] = next_id_++;
  changed(j);
  return j;
}

ClassIndex ArtLearner::add_label(NodeIndex j, std::string_view label) {
  changing(j);
  const ClassIndex index = labels_.add(j, label);
  changed(j);
  labels_changed();
  return index;
}

void ArtLearner::conclude(Scratch& scratch, Prediction& out) const {
  out.density = 0;
  out.probability.assign(classes().size(), 0.0);
  const double mass = out.winner == kNoNode ? 0 : gather(out.winner, scratch, out);
  judge(labels_, parameters_, mass, out);
}

NodeIndex ArtLearner::find(NodeId id) const {
  const auto place = std::find(ids_.begin(), ids_.end(), id);
  return place == ids_.end() ? kNoNode : static_cast<NodeIndex>(place - ids_.begin());
}

Graph ArtLearner::graph() const {
  Graph graph;
  graph.classes = classes();
  Scratch scratch;
  Prediction prediction;
  std::vector<double> centre(width());
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    Graph::Node node;
    node.index = j;
    node.id = ids_[j];
    node.wins = topology_.wins(j);
    for (std::size_t k = 0; k < width(); ++k) {
      node.lower.push_back(nodes_.weights(j)[k]);
      node.upper.push_back(1 - nodes_.weights(j)[width() + k]);
      centre[k] = (node.lower[k] + node.upper[k]) / 2;
    }
    for (const auto& [label, count] : labels_.at(j)) {
      node.labels.emplace_back(label, static_cast<double>(count));
    }
    complement_code(centre, scratch.input);
    prediction.winner = j;
    conclude(scratch, prediction);
    if (prediction.known) node.predicted = prediction.best;
    graph.nodes.push_back(std::move(node));
    for (const Topology::Edge& edge : topology_.edges(j)) {
      if (j < edge.to) graph.edges.push_back({j, edge.to, topology_.count(j, edge), edge.weight});
    }
  }
  return graph;
}

}  // namespace mpart
