#include "learn/art_learner.hpp"

namespace mpart {

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
          "its parts differ in their number of nodes");
  for (std::size_t j = 0; j < nodes_.size(); ++j) {
    ids_.push_back(reader.u64());
    last_win_.push_back(reader.u64());
    require(ids_.back() < next_id_ && last_win_.back() <= time_, "a node of the future");
  }
}

}  // namespace mpart
