#include "learn/baselines/sample_learner.hpp"

#include <algorithm>
#include <utility>

#include "learn/core/art/complement.hpp"
#include "learn/core/scoring.hpp"
#include "mpart/error.hpp"

namespace mpart {

SampleLearner::SampleLearner(Parameters parameters) : parameters_(std::move(parameters)) {
  // Of unlabelled samples nothing is kept, so nothing is known of the density.
  parameters_.density_weighting = false;
}

void SampleLearner::observe(std::span<const double> values, Prediction& out) {
  conclude(values, scratch_, out);
  width_ = values.size();
}

void SampleLearner::predict(std::span<const double> values, Scratch& scratch,
                            Prediction& out) const {
  conclude(values, scratch.buffers(), out);
}

void SampleLearner::conclude(std::span<const double> values, Buffers& scratch,
                             Prediction& out) const {
  require_width(values, width_);
  out.clipped = complement_code(values, scratch.input);
  out.winner = kNoNode;
  out.created = false;
  out.coactivated = 0;
  out.density = 0;
  out.probability.assign(classes().size(), 0.0);
  const double mass =
      labels_.known_count() == 0 ? 0 : gather(std::span(scratch.input).first(values.size()), out);
  out.activated = out.winner != kNoNode;
  score_prediction(labels_, parameters_, mass, out);
}

Receipt SampleLearner::teach(std::span<const double> values, std::string_view label) {
  if (width_ == 0) throw conflict("a label needs a sample first: nothing has been learned yet");
  require_width(values, width_);
  complement_code(values, scratch_.input);
  const std::size_t i = slot(std::span(scratch_.input).first(width_));
  const Receipt receipt{ids_[i], labels_.add(static_cast<NodeIndex>(i), label)};
  label_added();
  return receipt;
}

std::size_t SampleLearner::slot(std::span<const double> values) {
  if (parameters_.max_nodes != 0 && samples_.size() >= parameters_.max_nodes) {
    std::vector<NodeIndex> younger;
    for (NodeIndex i = 1; i < samples_.size(); ++i) younger.push_back(i);
    samples_.erase(samples_.begin());
    ids_.erase(ids_.begin());
    labels_ = labels_.select(younger);
  }
  samples_.emplace_back(values.begin(), values.end());
  ids_.push_back(next_id_++);
  labels_.add_node();
  return samples_.size() - 1;
}

bool SampleLearner::teach(NodeId node, std::string_view label, Receipt& receipt) {
  const std::size_t i = find(node);
  if (i == size() || this->label(i) != kNoClass) return false;
  receipt = {node, labels_.add(static_cast<NodeIndex>(i), label)};
  labels_changed();
  return true;
}

bool SampleLearner::withdraw(const Receipt& receipt) {
  const std::size_t i = find(receipt.node);
  if (i == size() || !labels_.remove(static_cast<NodeIndex>(i), receipt.label)) return false;
  labels_changed();
  return true;
}

ClassIndex SampleLearner::label(std::size_t i) const {
  const auto own = labels_.at(static_cast<NodeIndex>(i));
  return own.empty() ? kNoClass : own.front().label;
}

std::size_t SampleLearner::find(NodeId id) const {
  const auto place = std::lower_bound(ids_.begin(), ids_.end(), id);
  if (place == ids_.end() || *place != id) return size();
  return static_cast<std::size_t>(place - ids_.begin());
}

Graph SampleLearner::graph() const {
  Graph graph;
  graph.classes = classes();
  for (NodeIndex i = 0; i < size(); ++i) {
    Graph::Node node{i, ids_[i], samples_[i], samples_[i], 1, {}, label(i)};
    if (node.predicted != kNoClass) node.labels.emplace_back(node.predicted, 1.0);
    graph.nodes.push_back(std::move(node));
  }
  return graph;
}

void SampleLearner::save(Writer& writer, const SaveOptions& options) const {
  writer.u64(width_);
  writer.u64(next_id_);
  const bool drop = options.min_count > 1;  // each node is one sample
  (drop ? labels_.select({}) : labels_).save(writer);
  if (drop) return;
  for (std::size_t i = 0; i < size(); ++i) {
    writer.u64(ids_[i]);
    writer.f64s(samples_[i]);
  }
}

void SampleLearner::load(Reader& reader) {
  constexpr std::uint64_t kMaxWidth = std::uint64_t{1} << 18;
  width_ = reader.u64();
  require(width_ <= kMaxWidth, "an invalid number of features");
  next_id_ = reader.u64();
  labels_.load(reader);
  require(width_ > 0 || labels_.size() == 0, "samples without features");
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const auto own = labels_.at(static_cast<NodeIndex>(i));
    require(own.empty() || (own.size() == 1 && own.front().count == 1), "a sample with two labels");
    ids_.push_back(reader.u64());
    require(ids_.back() < next_id_ && (i == 0 || ids_[i - 1] < ids_[i]), "samples out of order");
    samples_.push_back(reader.f64s());
    require(samples_.back().size() == width_, "a sample with the wrong number of features");
    for (const double value : samples_.back()) {
      require(value >= 0 && value <= 1, "a value outside [0,1]");
    }
  }
}

}  // namespace mpart
