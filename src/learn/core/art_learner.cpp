#include "learn/core/art_learner.hpp"

#include <algorithm>
#include <utility>

#include "learn/core/art/complement.hpp"
#include "learn/core/art/resonance.hpp"
#include "learn/core/eviction.hpp"
#include "learn/core/merge/join.hpp"
#include "learn/core/scoring.hpp"
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
  find_winner(nodes_, parameters_, values, scratch.buffers(), out);
  out.created = false;
  conclude(scratch.buffers(), out);
}

Receipt ArtLearner::teach(std::span<const double> values, std::string_view label) {
  Prediction found;
  find_winner(nodes_, parameters_, values, scratch_, found);
  if (found.winner == kNoNode) {
    throw conflict("a label needs a sample first: nothing has been learned yet");
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

void ArtLearner::conclude(Buffers& scratch, Prediction& out) const {
  out.density = 0;
  out.calibration = Calibration::kNone;
  out.probability.assign(classes().size(), 0.0);
  const double mass = out.winner == kNoNode ? 0 : gather(out.winner, scratch, out);
  score_prediction(labels_, parameters_, mass, out);
}

NodeIndex ArtLearner::find(NodeId id) const {
  const auto place = std::find(ids_.begin(), ids_.end(), id);
  return place == ids_.end() ? kNoNode : static_cast<NodeIndex>(place - ids_.begin());
}

NodeInfo ArtLearner::node(NodeIndex j) const {
  const std::span<const LabelCount> labels = labels_.at(j);
  const std::uint64_t wins = topology_.wins(j);
  return {.id = ids_[j],
          .wins = wins,
          .density = static_cast<double>(wins),
          .label = labels.empty() ? kNoClass : labels.front().label,
          .labels = labels};
}

void ArtLearner::centre(NodeIndex j, std::span<double> out) const {
  const std::span<const double> w = nodes_.weights(j);
  for (std::size_t k = 0; k < width(); ++k) out[k] = (w[k] + 1 - w[width() + k]) / 2;
}

Graph ArtLearner::graph() const {
  Graph graph;
  graph.classes = classes();
  Buffers scratch;
  Prediction prediction;
  std::vector<double> middle(width());
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    Graph::Node node;
    node.index = j;
    node.id = ids_[j];
    node.wins = topology_.wins(j);
    node.lower.reserve(width());
    node.upper.reserve(width());
    for (std::size_t k = 0; k < width(); ++k) {
      node.lower.push_back(nodes_.weights(j)[k]);
      node.upper.push_back(1 - nodes_.weights(j)[width() + k]);
      middle[k] = (node.lower[k] + node.upper[k]) / 2;
    }
    for (const auto& [label, count] : labels_.at(j)) {
      node.labels.emplace_back(label, static_cast<double>(count));
    }
    complement_code(middle, scratch.input);
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

std::vector<NodeIndex> ArtLearner::kept(const SaveOptions& options) const {
  std::vector<NodeIndex> indices;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (topology_.wins(j) >= options.min_count) indices.push_back(j);
  }
  return indices;
}

void ArtLearner::save(Writer& writer, const SaveOptions& options) const {
  const std::vector<NodeIndex> indices = kept(options);
  writer.u64(time_);
  writer.u64(next_id_);
  if (indices.size() == nodes_.size()) {
    nodes_.save(writer);
    topology_.save(writer);
    labels_.save(writer);
  } else {
    nodes_.select(indices).save(writer);
    topology_.select(indices).save(writer);
    labels_.select(indices).save(writer);
  }
  for (const NodeIndex j : indices) {
    writer.u64(ids_[j]);
    writer.u64(last_win_[j]);
  }
}

void ArtLearner::load(Reader& reader) {
  time_ = reader.u64();
  next_id_ = reader.u64();
  nodes_.load(reader);
  topology_.load(reader);
  labels_.load(reader);
  require(topology_.size() == nodes_.size() && labels_.size() == nodes_.size(),
          "its parts have different numbers of nodes");
  for (std::size_t j = 0; j < nodes_.size(); ++j) {
    ids_.push_back(reader.u64());
    last_win_.push_back(reader.u64());
    require(ids_.back() < next_id_ && last_win_.back() <= time_,
            "a node that is newer than the model");
  }
}

void ArtLearner::become_all_of(std::span<const ArtLearner* const> learners) {
  std::vector<MergePart> parts;
  for (const ArtLearner* learner : learners) {
    parts.push_back({learner->nodes_, learner->topology_});
    time_ += learner->time_;
  }
  nodes_ = join_boxes(parts, parameters_);
  topology_ = join_graphs(parts, nodes_, parameters_);
  last_win_.resize(nodes_.size(), 0);
  for (std::size_t j = 0; j < nodes_.size(); ++j) labels_.add_node();
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const std::vector<NodeIndex>& place = parts[part].place;
    labels_.add_all(learners[part]->labels_, place);
    const std::uint64_t later = time_ - learners[part]->time_;  // as if all ended at the same time
    for (NodeIndex i = 0; i < place.size(); ++i) {
      last_win_[place[i]] = std::max(last_win_[place[i]], learners[part]->last_win_[i] + later);
    }
  }
  if (parameters_.max_nodes != 0) shrink_to(parameters_.max_nodes);
  for (; next_id_ < nodes_.size(); ++next_id_) ids_.push_back(next_id_);
}

void ArtLearner::shrink_to(std::size_t most) {
  const std::vector<NodeIndex> kept = most_worthy(topology_, labels_, last_win_, time_, most);
  if (kept.size() == nodes_.size()) return;
  for (NodeIndex i = 0; i < kept.size(); ++i) last_win_[i] = last_win_[kept[i]];
  last_win_.resize(kept.size(), 0);
  nodes_ = nodes_.select(kept);
  topology_ = topology_.select(kept);
  labels_ = labels_.select(kept);
}

}  // namespace mpart
