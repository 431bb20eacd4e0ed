#include "reference/slow_mpart.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mpart::reference {
namespace {

constexpr double kVigilanceSlack = 1e-12;

double norm(const Vector& x) { return std::accumulate(x.begin(), x.end(), 0.0); }

Vector complement_code(const Vector& values) {
  Vector input;
  for (double value : values) input.push_back(std::clamp(value, 0.0, 1.0));
  for (double value : values) input.push_back(1.0 - std::clamp(value, 0.0, 1.0));
  return input;
}

Vector fuzzy_and(const Vector& a, const Vector& b) {
  Vector result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = std::min(a[i], b[i]);
  return result;
}

std::uint32_t count_clipped(const Vector& values) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(values, [](double value) { return value < 0 || value > 1; }));
}

// Position of the largest element, the first of equals.
ClassIndex first_best(const Vector& p) {
  return static_cast<ClassIndex>(std::ranges::max_element(p) - p.begin());
}

}  // namespace

SlowMpart::SlowMpart(const Parameters& parameters, const Graph& graph)
    : parameters_(parameters), classes_(graph.classes), received_(graph.classes.size(), 1) {
  const std::size_t nodes = graph.nodes.size();
  c_.assign(nodes, Vector(nodes));
  q_.assign(classes_.size(), Vector(nodes));
  for (std::size_t i = 0; i < nodes; ++i) {
    const Graph::Node& node = graph.nodes[i];
    w_.push_back(node.lower);
    for (double upper : node.upper) w_.back().push_back(1 - upper);
    d_.push_back(static_cast<double>(node.wins));
    for (const auto& [label, count] : node.labels) q_[label][i] = count;
  }
  for (const Graph::Edge& edge : graph.edges) {
    c_[edge.from][edge.to] = c_[edge.to][edge.from] = static_cast<double>(edge.count);
  }
}

// Equation 1. Without an activated node the winner is the best T_j of all.
SlowMpart::Activation SlowMpart::activate(const Vector& input) const {
  Activation result;
  Vector t;
  for (NodeIndex j = 0; j < w_.size(); ++j) {
    double overlap = norm(fuzzy_and(input, w_[j]));
    t.push_back(overlap / (parameters_.alpha + norm(w_[j])));
    if (overlap / norm(input) >= parameters_.rho - kVigilanceSlack) result.activated.push_back(j);
  }
  std::vector<NodeIndex> candidates = result.activated;
  if (candidates.empty()) {
    for (NodeIndex j = 0; j < w_.size(); ++j) candidates.push_back(j);
  }
  for (NodeIndex j : candidates) {
    if (result.winner == kNoNode || t[j] > t[result.winner]) result.winner = j;
  }
  return result;
}

Prediction SlowMpart::observe(const Vector& values) {
  Vector input = complement_code(values);
  Activation activation = activate(input);
  Prediction out;
  out.clipped = count_clipped(values);
  out.activated = !activation.activated.empty();
  if (!out.activated) {
    out.created = true;
    out.winner = static_cast<NodeIndex>(w_.size());
    w_.push_back(input);
    d_.push_back(1);
    for (Vector& row : c_) row.push_back(0);
    c_.emplace_back(w_.size(), 0.0);
    for (Vector& row : q_) row.push_back(0);
  } else {
    NodeIndex winner = activation.winner;
    out.winner = winner;
    out.coactivated = static_cast<std::uint32_t>(activation.activated.size() - 1);
    for (NodeIndex other : activation.activated) {
      if (other == winner) continue;
      c_[winner][other] += 1;
      c_[other][winner] += 1;
    }
    // Equation 2.
    Vector overlap = fuzzy_and(input, w_[winner]);
    for (std::size_t i = 0; i < input.size(); ++i) {
      w_[winner][i] = parameters_.beta * overlap[i] + (1 - parameters_.beta) * w_[winner][i];
    }
    d_[winner] += 1;
  }
  describe(out);
  return out;
}

Prediction SlowMpart::predict(const Vector& values) const {
  Activation activation = activate(complement_code(values));
  Prediction out;
  out.clipped = count_clipped(values);
  if (activation.winner == kNoNode) return out;
  out.winner = activation.winner;
  out.activated = !activation.activated.empty();
  if (out.activated) {
    out.coactivated = static_cast<std::uint32_t>(activation.activated.size() - 1);
  }
  describe(out);
  return out;
}

NodeIndex SlowMpart::teach(const Vector& values, const std::string& label) {
  NodeIndex winner = activate(complement_code(values)).winner;
  teach(winner, label);
  return winner;
}

void SlowMpart::teach(NodeIndex node, const std::string& label) {
  ClassIndex y = class_of(label);
  q_[y][node] += 1;
  received_[y] += 1;
}

void SlowMpart::withdraw(NodeIndex node, const std::string& label) {
  ClassIndex y = class_of(label);
  q_[y][node] -= 1;
  received_[y] -= 1;
}

ClassIndex SlowMpart::class_of(const std::string& label) {
  auto found = std::ranges::find(classes_, label);
  auto y = static_cast<ClassIndex>(found - classes_.begin());
  if (found == classes_.end()) {
    classes_.push_back(label);
    received_.push_back(0);
    q_.emplace_back(w_.size(), 0.0);
  }
  return y;
}

std::size_t SlowMpart::known_classes() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(received_, [](double received) { return received > 0; }));
}

// Equation 3.
Matrix SlowMpart::edge_weights() const {
  Matrix e = c_;
  for (std::size_t i = 0; i < e.size(); ++i) {
    for (std::size_t j = 0; j < e.size(); ++j) e[i][j] = c_[i][j] / (d_[i] + d_[j]);
  }
  return e;
}

// Equation 4, for all nodes at once.
Vector SlowMpart::pass_messages(const Matrix& e, Vector x) const {
  for (std::uint32_t layer = 0; layer < parameters_.layers; ++layer) {
    Vector next = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < x.size(); ++j) sum += e[i][j] * x[j];
      next[i] = x[i] + parameters_.delta * sum;
    }
    x = next;
  }
  return x;
}

// q^(L) of one node, by class.
Vector SlowMpart::label_density(const Matrix& e, NodeIndex node) const {
  Vector density;
  for (const Vector& q : q_) density.push_back(pass_messages(e, q)[node]);
  return density;
}

// Equations 5 to 9 at the winner.
void SlowMpart::describe(Prediction& out) const {
  Matrix e = edge_weights();
  Vector q = label_density(e, out.winner);
  double total = norm(q);
  auto known = static_cast<double>(known_classes());

  out.mass = total;
  out.known = total > 0;
  for (ClassIndex y = 0; y < q.size(); ++y) {
    double uniform = received_[y] > 0 ? 1 / known : 0;
    out.probability.push_back(out.known ? q[y] / total : uniform);
  }
  if (known > 0) out.best = first_best(out.probability);

  out.epistemic = 1 - std::tanh(parameters_.ke * total);
  if (known > 1) {
    double entropy = 0;
    for (double p : out.probability) {
      if (p > 0) entropy -= p * std::log(p);
    }
    out.aleatoric = entropy / std::log(known);
  }
  out.uncertainty = parameters_.tau * out.epistemic + (1 - parameters_.tau) * out.aleatoric;
  out.density = pass_messages(e, d_)[out.winner];
  out.score = out.uncertainty;
  if (parameters_.density_weighting) out.score *= std::tanh(parameters_.kd * out.density);
}

Graph SlowMpart::graph() const {
  Graph graph;
  graph.classes = classes_;
  Matrix e = edge_weights();
  for (NodeIndex i = 0; i < w_.size(); ++i) {
    Graph::Node node;
    node.index = i;
    std::size_t n = w_[i].size() / 2;
    for (std::size_t k = 0; k < n; ++k) {
      node.lower.push_back(w_[i][k]);
      node.upper.push_back(1 - w_[i][n + k]);
    }
    node.wins = static_cast<std::uint64_t>(d_[i]);
    for (ClassIndex y = 0; y < q_.size(); ++y) {
      if (q_[y][i] > 0) node.labels.emplace_back(y, q_[y][i]);
    }
    Vector q = label_density(e, i);
    if (norm(q) > 0) node.predicted = first_best(q);
    graph.nodes.push_back(node);
    for (NodeIndex j = i + 1; j < w_.size(); ++j) {
      if (c_[i][j] > 0) {
        graph.edges.push_back({i, j, static_cast<std::uint64_t>(c_[i][j]), e[i][j]});
      }
    }
  }
  return graph;
}

}  // namespace mpart::reference
