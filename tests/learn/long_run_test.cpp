// A million steps of the whole learner (search through groups, edges and messages mended as they
// change) against one that looks at every node, counts coactivations and passes messages anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "learn/core/art/complement.hpp"
#include "learn/plain_scan.hpp"
#include "mpart/graph.hpp"
#include "mpart/learner.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;

class PlainMpart {
 public:
  PlainMpart(const Parameters& parameters, std::size_t classes)
      : parameters_(parameters), scan_(parameters), classes_(classes) {}

  NodeIndex observe(const std::vector<double>& values) {
    complement_code(values, input_);
    scan_.look(input_);
    if (scan_.winner == kNoNode) {
      const auto made = static_cast<NodeIndex>(wins_.size());
      scan_.set(made, input_);
      wins_.push_back(1);
      together_.emplace_back();
      labels_.emplace_back(classes_);
      return made;
    }
    const NodeIndex winner = scan_.winner;
    scan_.learn(winner, input_);
    wins_[winner] += 1;
    for (const NodeIndex other : scan_.activated) {
      if (other == winner) continue;
      count(winner, other);
      count(other, winner);
    }
    return winner;
  }

  std::size_t coactivated() const {
    return scan_.activated.empty() ? 0 : scan_.activated.size() - 1;
  }

  // The node that wins for the last sample now: it has changed since.
  void teach(std::size_t label) {
    scan_.look(input_);
    labels_[scan_.winner][label] += 1;
  }

  // X_J^(L) = sum_i k_i X_i, where k is row J of (I + delta E)^L: for the density and the classes.
  void describe(NodeIndex winner, double& density, std::vector<double>& masses) const {
    std::vector<double> k(size());
    k[winner] = 1;
    for (std::uint32_t layer = 0; layer < parameters_.layers; ++layer) {
      std::vector<double> next = k;
      for (NodeIndex i = 0; i < size(); ++i) {
        if (k[i] == 0) continue;
        for (const auto& [j, count] : together_[i]) {
          next[j] += parameters_.delta * k[i] * count / (wins_[i] + wins_[j]);
        }
      }
      k = std::move(next);
    }
    density = 0;
    masses.assign(classes_, 0);
    for (NodeIndex i = 0; i < size(); ++i) {
      density += k[i] * wins_[i];
      for (std::size_t c = 0; c < classes_; ++c) masses[c] += k[i] * labels_[i][c];
    }
  }

  // Equations (5) to (9), once all classes are known.
  double score(double density, const std::vector<double>& masses) const {
    const double mass = std::accumulate(masses.begin(), masses.end(), 0.0);
    double entropy = 0;
    for (const double m : masses) {
      const double p = mass > 0 ? m / mass : 1 / static_cast<double>(classes_);
      if (p > 0) entropy -= p * std::log(p);
    }
    const double u = parameters_.tau * (1 - std::tanh(parameters_.ke * mass)) +
                     (1 - parameters_.tau) * entropy / std::log(static_cast<double>(classes_));
    return std::tanh(parameters_.kd * density) * u;
  }

  void expect_graph(const Graph& graph, std::size_t t) const {
    std::size_t edges = 0;
    for (const auto& own : together_) edges += own.size();
    ASSERT_EQ(graph.nodes.size(), wins_.size()) << "t " << t;
    ASSERT_EQ(2 * graph.edges.size(), edges) << "t " << t;
    for (const Graph::Edge& edge : graph.edges) {
      const auto& own = together_[edge.from];
      ASSERT_NE(std::ranges::find(own, Neighbour(edge.to, static_cast<double>(edge.count))),
                own.end())
          << "t " << t;
      ASSERT_NEAR(edge.weight,
                  static_cast<double>(edge.count) / (wins_[edge.from] + wins_[edge.to]), 1e-12)
          << "t " << t;
    }
  }

  std::size_t size() const { return wins_.size(); }

 private:
  using Neighbour = std::pair<NodeIndex, double>;  // and how often the two were active together

  void count(NodeIndex from, NodeIndex to) {
    for (auto& [node, count] : together_[from]) {
      if (node == to) {
        count += 1;
        return;
      }
    }
    together_[from].emplace_back(to, 1);
  }

  Parameters parameters_;
  PlainScan scan_;
  std::size_t classes_;
  std::vector<double> input_;
  std::vector<double> wins_;
  std::vector<std::vector<Neighbour>> together_;
  std::vector<std::vector<double>> labels_;
};

struct Case {
  Shape shape;
  std::size_t width;
  double rho;
  std::size_t samples;
};

#ifdef MPART_SANITIZED
constexpr std::size_t kShare = 50;  // they are ten times slower
#else
constexpr std::size_t kShare = 1;
#endif

class LongRun : public testing::TestWithParam<Case> {};

TEST_P(LongRun, HasTheEdgesAndScoresOfAPlainScan) {
  const auto& [shape, width, rho, samples] = GetParam();
  constexpr std::size_t kClasses = 5;
  Parameters parameters;
  parameters.rho = rho;
  Draw draw(width);
  RandomStream stream(shape, width, draw);
  PlainMpart plain(parameters, kClasses);
  const std::unique_ptr<Learner> learner = make_learner(parameters);
  Prediction out;
  double density = 0;
  std::vector<double> masses;
  for (std::size_t t = 0; t < samples / kShare; ++t) {
    const std::vector<double>& values = stream.next();
    learner->observe(values, out);
    const NodeIndex winner = plain.observe(values);
    ASSERT_EQ(out.winner, winner) << "t " << t;
    ASSERT_EQ(out.coactivated, plain.coactivated()) << "t " << t;
    plain.describe(winner, density, masses);
    ASSERT_NEAR(out.density / density, 1, 1e-6) << "t " << t;
    if (t > kClasses) {
      ASSERT_NEAR(out.score, plain.score(density, masses), 1e-6) << "t " << t;
    }
    if (t < kClasses || t % 200 == 0) {
      const std::size_t label = t < kClasses ? t : draw.below(kClasses);
      plain.teach(label);
      learner->teach(values, std::to_string(label));
    }
    if (t % 50000 == 0) ASSERT_NO_FATAL_FAILURE(plain.expect_graph(learner->graph(), t));
  }
  plain.expect_graph(learner->graph(), samples);
  RecordProperty("nodes", static_cast<int>(plain.size()));
}

INSTANTIATE_TEST_SUITE_P(OneToSixtyFourDimensions, LongRun,
                         testing::Values(Case{Shape::kUniform, 1, 0.995, 300000},
                                         Case{Shape::kGrid, 2, 0.9, 300000},
                                         Case{Shape::kClustered, 3, 0.85, 150000},
                                         Case{Shape::kOutside, 4, 0.55, 100000},
                                         Case{Shape::kClustered, 16, 0.82, 100000},
                                         Case{Shape::kClustered, 64, 0.7, 50000}),
                         [](const auto& info) {
                           return "Width" + std::to_string(info.param.width);
                         });

}  // namespace
}  // namespace mpart
