#include "learn/mpart.hpp"

#include <algorithm>
#include <cmath>

#include "learn/art/complement.hpp"
#include "learn/art/resonance.hpp"
#include "learn/eviction.hpp"
#include "learn/messages/propagation.hpp"
#include "mpart/error.hpp"

namespace mpart {

Mpart::Mpart(const Parameters& parameters) : parameters_(parameters) { parameters_.check(); }

void Mpart::observe(std::span<const double> values, Prediction& out) {
  find_winner(values, scratch_, out);
  ++time_;
  out.created = !out.activated;
  if (out.created) {
    out.winner = make_node(scratch_.input);
  } else {
    nodes_.learn(out.winner, scratch_.input, parameters_.beta);
    topology_.win(out.winner, scratch_.activated);
  }
  last_win_[out.winner] = time_;
  conclude(out.winner, scratch_, out);
}

void Mpart::predict(std::span<const double> values, Scratch& scratch, Prediction& out) const {
  find_winner(values, scratch, out);
  out.created = false;
  conclude(out.winner, scratch, out);
}

Receipt Mpart::teach(std::span<const double> values, std::string_view label) {
  Prediction found;
  find_winner(values, scratch_, found);
  if (found.winner == kNoNode) {
    throw Error(ErrorKind::kBadUse, "a label came before the first sample");
  }
  return {ids_[found.winner], labels_.add(found.winner, label)};
}

bool Mpart::teach(NodeId node, std::string_view label, Receipt& receipt) {
  const NodeIndex j = find(node);
  if (j == kNoNode) return false;
  receipt = {node, labels_.add(j, label)};
  return true;
}

bool Mpart::withdraw(const Receipt& receipt) {
  const NodeIndex j = find(receipt.node);
  return j != kNoNode && labels_.remove(j, receipt.label);
}

void Mpart::find_winner(std::span<const double> values, Scratch& scratch, Prediction& out) const {
  if (values.empty() || (width() != 0 && values.size() != width())) {
    throw Error(ErrorKind::kBadInput, std::to_string(width()) + " values expected, " +
                                          std::to_string(values.size()) + " found");
  }
  out.clipped = complement_code(values, scratch.input);
  out.winner = resonate(nodes_, parameters_, scratch);
  out.activated = out.winner != kNoNode;
  out.coactivated = out.activated ? static_cast<std::uint32_t>(scratch.activated.size() - 1) : 0;
  if (!out.activated) out.winner = nearest(nodes_, parameters_, scratch);
}

NodeIndex Mpart::make_node(std::span<const double> input) {
  NodeIndex j = 0;
  if (parameters_.max_nodes != 0 && nodes_.size() >= parameters_.max_nodes) {
    j = choose_victim(topology_, labels_, last_win_, time_);
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
  return j;
}

// Message passing to the winner, its class, its uncertainties and the score: Equations (4) to (9).
void Mpart::conclude(NodeIndex winner, Scratch& scratch, Prediction& out) const {
  const std::size_t known_classes = labels_.known_count();
  double label_mass = 0;
  out.density = 0;
  out.probability.assign(classes().size(), 0.0);
  if (winner != kNoNode) {
    expand(topology_, winner, parameters_.layers, parameters_.delta, scratch);
    for (const NodeIndex i : scratch.reached) {
      const double reach = scratch.reach[i];
      out.density += reach * static_cast<double>(topology_.wins(i));
      for (const LabelDensities::Density& density : labels_.at(i)) {
        const double mass = reach * static_cast<double>(density.count);
        out.probability[density.label] += mass;
        label_mass += mass;
      }
    }
    forget(scratch);
  }

  out.known = label_mass > 0;
  double entropy = 0;
  for (ClassIndex y = 0; y < out.probability.size(); ++y) {
    double& p = out.probability[y];
    if (out.known) {
      p /= label_mass;
    } else if (labels_.known(y)) {
      p = 1 / static_cast<double>(known_classes);
    }
    if (p > 0) entropy -= p * std::log(p);
  }
  const auto best = std::max_element(out.probability.begin(), out.probability.end());
  out.best =
      known_classes == 0 ? kNoClass : static_cast<ClassIndex>(best - out.probability.begin());

  out.epistemic = 1 - std::tanh(parameters_.ke * label_mass);
  out.aleatoric = known_classes > 1 ? entropy / std::log(static_cast<double>(known_classes)) : 0;
  out.uncertainty = parameters_.tau * out.epistemic + (1 - parameters_.tau) * out.aleatoric;
  out.score = parameters_.density_weighting
                  ? std::tanh(parameters_.kd * out.density) * out.uncertainty
                  : out.uncertainty;
}

NodeIndex Mpart::find(NodeId id) const {
  const auto place = std::find(ids_.begin(), ids_.end(), id);
  return place == ids_.end() ? kNoNode : static_cast<NodeIndex>(place - ids_.begin());
}

Graph Mpart::graph() const {
  Graph graph;
  graph.classes = classes();
  Scratch scratch;
  Prediction prediction;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    Graph::Node node;
    node.index = j;
    node.id = ids_[j];
    node.wins = topology_.wins(j);
    for (std::size_t k = 0; k < width(); ++k) {
      node.lower.push_back(nodes_.weight(j, k));
      node.upper.push_back(1 - nodes_.weight(j, width() + k));
    }
    for (const auto& [label, count] : labels_.at(j)) {
      node.labels.emplace_back(label, static_cast<double>(count));
    }
    conclude(j, scratch, prediction);
    if (prediction.known) node.predicted = prediction.best;
    graph.nodes.push_back(std::move(node));
    for (const Topology::Edge& edge : topology_.edges(j)) {
      if (j < edge.to) graph.edges.push_back({j, edge.to, edge.count, edge.weight});
    }
  }
  return graph;
}

}  // namespace mpart
