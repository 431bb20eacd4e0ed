#include <algorithm>
#include <utility>

#include "learn/art_learner.hpp"
#include "learn/eviction.hpp"
#include "learn/merge/join_boxes.hpp"
#include "learn/merge/join_graphs.hpp"
#include "mpart/error.hpp"

namespace mpart {

void Learner::merge(std::span<const Learner* const> /*parts*/) {
  throw Error(ErrorKind::kBadUse, "only models of the learners mpart and plus can be merged");
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
