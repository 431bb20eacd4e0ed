#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace mpart::reference {

// E-SOINN as it is described: every question is answered by looking at all nodes and all edges.
class SlowSoinn {
 public:
  using Id = std::uint64_t;
  struct Node {
    std::vector<double> place;
    double wins = 1, points = 0;
    std::set<std::uint64_t> periods;  // in which it earned
    int subclass = -1;
  };

  SlowSoinn(std::uint64_t lambda, int age_max, double alpha)
      : lambda_(lambda), age_max_(age_max), alpha_(alpha) {}

  // Returns the id of the node that won or was made; the flag says which.
  std::pair<Id, bool> learn(const std::vector<double>& x) {
    const std::uint64_t period = time_ / lambda_;
    ++time_;
    std::vector<std::pair<double, Id>> order;
    for (const auto& [id, node] : nodes) order.emplace_back(distance(node.place, x), id);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Id winner = 0;
    const bool created = order.size() < 2 || order[0].first > threshold(order[0].second) ||
                         order[1].first > threshold(order[1].second);
    if (created) {
      winner = next_++;
      nodes[winner].place = x;
    } else {
      winner = order[0].second;
      update(winner, order[1].second, x, period);
    }
    if (time_ % lambda_ == 0) clean_up();
    return {winner, created};
  }

  double density(Id id) const {
    const Node& node = nodes.at(id);
    return node.periods.empty() ? 0 : node.points / static_cast<double>(node.periods.size());
  }

  std::map<Id, Node> nodes;
  std::map<std::pair<Id, Id>, int> ages;  // of edges, lower id first

 private:
  static double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += std::pow(a[k] - b[k], 2);
    return std::sqrt(sum);
  }
  static std::pair<Id, Id> key(Id a, Id b) { return {std::min(a, b), std::max(a, b)}; }

  std::vector<Id> neighbours(Id id) const {
    std::vector<Id> found;
    for (const auto& [pair, age] : ages) {
      if (pair.first == id) found.push_back(pair.second);
      if (pair.second == id) found.push_back(pair.first);
    }
    return found;
  }

  double threshold(Id id) const {
    std::vector<double> near, all;
    for (const Id other : neighbours(id)) {
      near.push_back(distance(nodes.at(id).place, nodes.at(other).place));
    }
    for (const auto& [other, node] : nodes) {
      if (other != id) all.push_back(distance(nodes.at(id).place, node.place));
    }
    return near.empty() ? *std::min_element(all.begin(), all.end())
                        : *std::max_element(near.begin(), near.end());
  }

  void update(Id winner, Id second, const std::vector<double>& x, std::uint64_t period) {
    for (const Id other : neighbours(winner)) ++ages[key(winner, other)];
    const int a = nodes[winner].subclass, b = nodes[second].subclass;
    if (a < 0 || b < 0 || a == b || merge(winner, second)) {
      ages[key(winner, second)] = 0;
      if (a >= 0 && b >= 0) {
        for (auto& [id, node] : nodes) node.subclass = node.subclass == b ? a : node.subclass;
      }
    } else {
      ages.erase(key(winner, second));
    }
    Node& node = nodes[winner];
    node.wins += 1;
    const std::vector<Id> around = neighbours(winner);
    double mean = 0;
    for (const Id other : around) mean += distance(node.place, nodes[other].place);
    if (!around.empty()) {
      node.points += 1 / std::pow(1 + mean / static_cast<double>(around.size()), 2);
      node.periods.insert(period);
    }
    for (std::size_t k = 0; k < x.size(); ++k) {
      node.place[k] += (x[k] - node.place[k]) / node.wins;
      for (const Id other : around) {
        nodes[other].place[k] += (x[k] - nodes[other].place[k]) / (100 * node.wins);
      }
    }
    for (const Id other : around) {
      if (ages[key(winner, other)] > age_max_) ages.erase(key(winner, other));
    }
  }

  bool merge(Id i, Id j) const {
    const double lower = std::min(density(i), density(j));
    for (const Id member : {i, j}) {
      double sum = 0, count = 0, highest = 0;
      for (const auto& [id, node] : nodes) {
        if (node.subclass != nodes.at(member).subclass) continue;
        sum += density(id);
        count += 1;
        highest = std::max(highest, density(id));
      }
      double a = 1;
      if (3 * sum / count >= highest) a = 0.5;
      if (2 * sum / count >= highest) a = 0;
      if (lower > alpha_ * a * highest) return true;
    }
    return false;
  }

  void clean_up() {
    double mean = 0;
    for (auto& [id, node] : nodes) {
      mean += density(id) / static_cast<double>(nodes.size());
      Id top = id;
      for (bool climbing = true; climbing;) {
        Id up = top;
        for (const Id other : neighbours(top)) {
          if (density(other) > density(up) || (density(other) == density(up) && other < up)) {
            up = other;
          }
        }
        climbing = up != top;
        top = up;
      }
      node.subclass = static_cast<int>(top);
    }
    std::vector<Id> noise;
    for (const auto& [id, node] : nodes) {
      const std::size_t degree = neighbours(id).size();
      if (degree == 0 || (degree == 1 && density(id) < mean) ||
          (degree == 2 && density(id) < 0.001 * mean)) {
        noise.push_back(id);
      }
    }
    for (const Id id : noise) {
      for (const Id other : neighbours(id)) ages.erase(key(id, other));
      nodes.erase(id);
    }
  }

  std::uint64_t lambda_, time_ = 0;
  int age_max_;
  double alpha_;
  Id next_ = 0;
};

}  // namespace mpart::reference
