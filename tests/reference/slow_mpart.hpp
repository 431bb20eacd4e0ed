#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mpart/graph.hpp"
#include "mpart/learner.hpp"
#include "mpart/prediction.hpp"

namespace mpart::reference {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

// MPART as its equations are written: every node is looked at, every matrix is full, nothing is
// kept between calls. Slow and obvious, to hold the fast learner against. No max_nodes.
class SlowMpart {
 public:
  explicit SlowMpart(const Parameters& parameters) : parameters_(parameters) {}

  // Takes up where another learner stands that has had no label withdrawn; node i is the graph's
  // i-th.
  SlowMpart(const Parameters& parameters, const Graph& graph);

  Prediction observe(const Vector& values);
  Prediction predict(const Vector& values) const;

  // Adds a label to the node that wins for this sample now, and returns that node.
  NodeIndex teach(const Vector& values, const std::string& label);
  void teach(NodeIndex node, const std::string& label);
  void withdraw(NodeIndex node, const std::string& label);

  const std::vector<std::string>& classes() const { return classes_; }
  std::size_t known_classes() const;  // |C|
  Graph graph() const;

 private:
  struct Activation {
    NodeIndex winner = kNoNode;
    std::vector<NodeIndex> activated;
  };

  Activation activate(const Vector& input) const;
  Matrix edge_weights() const;
  Vector pass_messages(const Matrix& e, Vector x) const;
  Vector label_density(const Matrix& e, NodeIndex node) const;
  void describe(Prediction& out) const;
  ClassIndex class_of(const std::string& label);

  Parameters parameters_;
  Matrix w_;  // [node][2n], complement coded
  Vector d_;  // [node] winning counts
  Matrix c_;  // [node][node] co-activation counts
  Matrix q_;  // [class][node] labels received
  std::vector<std::string> classes_;
  Vector received_;  // [class] labels received and not withdrawn; C is where there are any
};

}  // namespace mpart::reference
