#include "learn/baselines/soinn/soinn_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mpart {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double euclid(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

}  // namespace

SoinnGraph::Step SoinnGraph::learn(std::span<const double> values) {
  Step step;
  ++time_;
  NodeIndex second = kNoNode;
  double d1 = kInfinity;
  double d2 = kInfinity;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (!nodes_[j].alive) continue;
    const double d = distance(j, values);
    if (nearer(d, j, d1, step.winner)) {
      second = step.winner;
      d2 = d1;
      step.winner = j;
      d1 = d;
    } else if (nearer(d, j, d2, second)) {
      second = j;
      d2 = d;
    }
  }
  step.created = alive_ < 2 || d1 > threshold(step.winner) || d2 > threshold(second);
  if (step.created) {
    step.winner = insert(values);
  } else {
    for (Edge& own : nodes_[step.winner].edges) {
      ++own.age;
      edge(own.to, step.winner)->age = own.age;
    }
    link(step.winner, second);
    earn(step.winner);
    move(step.winner, values);
    drop_old_edges(step.winner);
  }
  step.cleaned = time_ % settings_.lambda == 0;
  if (step.cleaned) {
    regroup();
    remove_noise();
  }
  return step;
}

// How far a sample may be from a node and still be of its kind.
double SoinnGraph::threshold(NodeIndex j) const {
  const Node& node = nodes_[j];
  double reach = 0;
  for (const Edge& own : node.edges) reach = std::max(reach, distance(own.to, node.place));
  if (!node.edges.empty()) return reach;
  reach = kInfinity;
  for (NodeIndex i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].alive && i != j) reach = std::min(reach, distance(i, node.place));
  }
  return reach;
}

void SoinnGraph::link(NodeIndex first, NodeIndex second) {
  const Subclass a = nodes_[first].subclass;
  const Subclass b = nodes_[second].subclass;
  if (!belong_together(first, second)) return disconnect(first, second);
  connect(first, second);
  if (a == kNoSubclass || b == kNoSubclass || a == b) return;
  for (Node& node : nodes_) {
    if (node.alive && node.subclass == b) node.subclass = a;
  }
}

bool SoinnGraph::belong_together(NodeIndex a, NodeIndex b) const {
  const Subclass of_a = nodes_[a].subclass;
  const Subclass of_b = nodes_[b].subclass;
  if (of_a == kNoSubclass || of_b == kNoSubclass || of_a == of_b) return true;
  const double lower = std::min(density(a), density(b));
  const auto above_valley = [&](const Hill& hill) {
    const double share = 2 * hill.mean >= hill.highest   ? 0
                         : 3 * hill.mean >= hill.highest ? 0.5
                                                         : 1;
    return lower > settings_.alpha * share * hill.highest;
  };
  return above_valley(hill(of_a)) || above_valley(hill(of_b));
}

SoinnGraph::Hill SoinnGraph::hill(Subclass subclass) const {
  Hill hill;
  double sum = 0;
  std::size_t count = 0;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (!nodes_[j].alive || nodes_[j].subclass != subclass) continue;
    hill.highest = std::max(hill.highest, density(j));
    sum += density(j);
    ++count;
  }
  hill.mean = count == 0 ? 0 : sum / static_cast<double>(count);
  return hill;
}

// A winner among near neighbours earns more: the samples are dense there.
void SoinnGraph::earn(NodeIndex winner) {
  Node& node = nodes_[winner];
  ++node.wins;
  if (node.edges.empty()) return;
  double sum = 0;
  for (const Edge& own : node.edges) sum += distance(own.to, node.place);
  const double mean = sum / static_cast<double>(node.edges.size());
  node.points += 1 / ((1 + mean) * (1 + mean));
  if (!node.earned_now) ++node.periods;
  node.earned_now = true;
}

double SoinnGraph::density(NodeIndex j) const {
  const Node& node = nodes_[j];
  return node.periods == 0 ? 0 : node.points / static_cast<double>(node.periods);
}

void SoinnGraph::move(NodeIndex winner, std::span<const double> values) {
  const auto wins = static_cast<double>(nodes_[winner].wins);
  const auto towards = [&](NodeIndex j, double rate) {
    std::vector<double>& place = nodes_[j].place;
    for (std::size_t k = 0; k < place.size(); ++k) place[k] += rate * (values[k] - place[k]);
  };
  towards(winner, 1 / wins);
  for (const Edge& own : nodes_[winner].edges) towards(own.to, 1 / (100 * wins));
}

void SoinnGraph::drop_old_edges(NodeIndex j) {
  for (std::size_t i = nodes_[j].edges.size(); i-- > 0;) {
    const Edge own = nodes_[j].edges[i];
    if (own.age > settings_.age_max) disconnect(j, own.to);
  }
}

// Every local maximum of density starts a subclass; the other nodes climb to theirs.
void SoinnGraph::regroup() {
  // The densest of a node and its neighbours; of equals the oldest, so that plateaus end.
  const auto step_up = [this](NodeIndex j) {
    NodeIndex best = j;
    for (const Edge& own : nodes_[j].edges) {
      const double h = density(own.to);
      const bool older = nodes_[own.to].id < nodes_[best].id;
      if (h > density(best) || (h == density(best) && older)) best = own.to;
    }
    return best;
  };
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (!nodes_[j].alive) continue;
    NodeIndex top = j;
    for (NodeIndex up = step_up(top); up != top; up = step_up(top)) top = up;
    nodes_[j].subclass = top + 1;
  }
}

void SoinnGraph::remove_noise() {
  constexpr double kC1 = 0.001;  // of nodes with two neighbours
  constexpr double kC2 = 1;      // with one
  double mean = 0;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    nodes_[j].earned_now = false;
    if (nodes_[j].alive) mean += density(j) / static_cast<double>(alive_);
  }
  std::vector<NodeIndex> noise;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (!nodes_[j].alive) continue;
    const std::size_t degree = nodes_[j].edges.size();
    if (degree == 0 || (degree == 1 && density(j) < kC2 * mean) ||
        (degree == 2 && density(j) < kC1 * mean)) {
      noise.push_back(j);
    }
  }
  for (const NodeIndex j : noise) remove(j);
}

NodeIndex SoinnGraph::insert(std::span<const double> values) {
  if (settings_.max_nodes != 0 && alive_ >= settings_.max_nodes) remove(least_dense());
  const auto dead =
      std::find_if(nodes_.begin(), nodes_.end(), [](const Node& n) { return !n.alive; });
  const auto j = static_cast<NodeIndex>(dead - nodes_.begin());
  if (dead == nodes_.end()) nodes_.emplace_back();
  Node& node = nodes_[j];
  node = Node{};
  node.alive = true;
  node.id = next_id_++;
  node.place.assign(values.begin(), values.end());
  ++alive_;
  return j;
}

NodeIndex SoinnGraph::least_dense() const {
  NodeIndex least = kNoNode;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (nodes_[j].alive && (least == kNoNode || density(j) < density(least))) least = j;
  }
  return least;
}

void SoinnGraph::remove(NodeIndex j) {
  while (!nodes_[j].edges.empty()) disconnect(j, nodes_[j].edges.back().to);
  nodes_[j].alive = false;
  --alive_;
}

SoinnGraph::Edge* SoinnGraph::edge(NodeIndex from, NodeIndex to) {
  std::vector<Edge>& own = nodes_[from].edges;
  const auto found =
      std::find_if(own.begin(), own.end(), [to](const Edge& e) { return e.to == to; });
  return found == own.end() ? nullptr : &*found;
}

void SoinnGraph::connect(NodeIndex a, NodeIndex b) {
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
    if (Edge* known = edge(from, to); known != nullptr) {
      known->age = 0;
    } else {
      nodes_[from].edges.push_back({to, 0});
    }
  }
}

void SoinnGraph::disconnect(NodeIndex a, NodeIndex b) {
  std::erase_if(nodes_[a].edges, [b](const Edge& e) { return e.to == b; });
  std::erase_if(nodes_[b].edges, [a](const Edge& e) { return e.to == a; });
}

NodeIndex SoinnGraph::nearest(std::span<const double> values) const {
  NodeIndex best = kNoNode;
  double least = kInfinity;
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (!nodes_[j].alive) continue;
    const double d = distance(j, values);
    if (nearer(d, j, least, best)) {
      least = d;
      best = j;
    }
  }
  return best;
}

// Of equal distances that of the older node.
bool SoinnGraph::nearer(double d, NodeIndex j, double than, NodeIndex other) const {
  return d < than || (d == than && other != kNoNode && nodes_[j].id < nodes_[other].id);
}

double SoinnGraph::distance(NodeIndex j, std::span<const double> values) const {
  return euclid(nodes_[j].place, values);
}

NodeIndex SoinnGraph::find(NodeId id) const {
  for (NodeIndex j = 0; j < nodes_.size(); ++j) {
    if (nodes_[j].alive && nodes_[j].id == id) return j;
  }
  return kNoNode;
}

std::size_t SoinnGraph::edge_count() const {
  std::size_t halves = 0;
  for (const Node& node : nodes_) halves += node.edges.size();
  return halves / 2;
}

}  // namespace mpart
