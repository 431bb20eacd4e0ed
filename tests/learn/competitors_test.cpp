// The competitors against slow, obvious versions of themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "mpart/learner.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;

constexpr Shape kShapes[] = {Shape::kUniform, Shape::kGrid, Shape::kClustered};

std::unique_ptr<Learner> make(const std::string& learner, double rho = 0.9) {
  Parameters parameters;
  parameters.learner = learner;
  parameters.rho = rho;
  return make_learner(parameters);
}

Prediction predict(const Learner& learner, const std::vector<double>& values) {
  Scratch scratch;
  Prediction out;
  learner.predict(values, scratch, out);
  return out;
}

double distance_to_box(const Graph::Node& node, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    sum += std::max({0.0, node.lower[k] - values[k], values[k] - node.upper[k]});
  }
  return sum;
}

// Nodes whose box, stretched to take the sample in, has sides of at most n (1 - rho) in sum.
std::vector<NodeIndex> activated(const Graph& graph, const std::vector<double>& values,
                                 double rho) {
  std::vector<NodeIndex> found;
  for (const Graph::Node& node : graph.nodes) {
    double sides = distance_to_box(node, values);
    for (std::size_t k = 0; k < values.size(); ++k) sides += node.upper[k] - node.lower[k];
    if (sides <= static_cast<double>(values.size()) * (1 - rho) + 1e-11) {
      found.push_back(node.index);
    }
  }
  return found;
}

// q by node and class, mixed by the formula with nothing kept from one sample to the next.
class SlowLpart {
 public:
  explicit SlowLpart(double delta) : delta_(delta) {}

  void mix(const std::vector<NodeIndex>& active) {
    if (active.size() < 2) return;
    std::map<std::string, double> mean;
    for (const NodeIndex i : active) {
      for (const auto& [label, mass] : q[i]) mean[label] += mass / double(active.size());
    }
    for (const NodeIndex i : active) {
      for (const auto& [label, mass] : mean) {
        q[i][label] = (q[i][label] + delta_ * mass) / (1 + delta_);
      }
    }
  }

  std::map<NodeIndex, std::map<std::string, double>> q;

 private:
  double delta_;
};

void compare_lpart(Shape shape, std::uint64_t seed) {
  Draw draw(seed);
  const double delta = draw.of({0.1, 1.0, 3.0}), rho = draw.of({0.7, 0.8, 0.9});
  RandomStream stream(shape, 2 + draw.below(3), draw);
  const auto learner = make("lpart,delta=" + std::to_string(delta), rho);
  SlowLpart slow(delta);
  std::vector<NodeIndex> pending;  // of the last sample, while it is not labelled
  std::size_t labels = 0;
  for (int t = 0; t < 150; ++t) {
    const std::vector<double> values = stream.next();
    const std::vector<NodeIndex> active = activated(learner->graph(), values, rho);
    Prediction out;
    learner->observe(values, out);
    slow.mix(pending);
    pending = active;
    ASSERT_EQ(out.coactivated, active.empty() ? 0 : active.size() - 1);
    double sum = 0, total = 0;
    for (const auto& [label, mass] : slow.q[out.winner]) sum += mass;
    for (const auto& [node, densities] : slow.q) {
      for (const auto& [label, mass] : densities) total += mass;
    }
    EXPECT_NEAR(total, static_cast<double>(labels), 1e-9) << "mixing keeps the mass";
    ASSERT_EQ(out.known, sum > 0);
    for (std::size_t y = 0; out.known && y < out.probability.size(); ++y) {
      EXPECT_NEAR(out.probability[y], slow.q[out.winner][learner->classes()[y]] / sum, 1e-9);
    }
    EXPECT_NEAR(out.epistemic, 1 - std::tanh(sum), 1e-9);
    if (draw.chance(0.1)) {
      const std::string label = std::to_string(draw.below(3));
      const NodeIndex node = predict(*learner, values).winner;
      learner->teach(values, label);
      slow.q[node][label] += 1;
      pending.clear();
      ++labels;
    }
  }
}

TEST(Lpart, MixesAsTheFormulaSays) {
  for (const Shape shape : kShapes) {
    for (std::uint64_t seed = 0; seed < 60 && !testing::Test::HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      compare_lpart(shape, seed);
    }
  }
}

// Two boxes that overlap, worked by hand with delta 1: q = (1, 0) and (0, 0) have the mean 1/2, so
// (1 + 1/2) / 2 = 3/4 stays and (0 + 1/2) / 2 = 1/4 moves.
TEST(Lpart, AnUnlabelledSampleMovesAQuarterOfALabelToAnEmptyNeighbour) {
  const auto learner = make("lpart", 0.8);
  Prediction out;
  learner->observe(std::vector{0.1}, out);
  learner->observe(std::vector{0.4}, out);
  ASSERT_EQ(learner->node_count(), 2U);
  learner->teach(std::vector{0.1}, "a");
  learner->observe(std::vector{0.25}, out);
  ASSERT_EQ(out.coactivated, 1U);
  learner->observe(std::vector{0.9}, out);  // the one before has not been labelled, so it mixes now
  EXPECT_NEAR(predict(*learner, {0.1}).epistemic, 1 - std::tanh(0.75), 1e-12);
  EXPECT_NEAR(predict(*learner, {0.4}).epistemic, 1 - std::tanh(0.25), 1e-12);
}

TEST(Lpart, ALabelTakenBackAfterMixingIsGoneEverywhere) {
  const auto learner = make("lpart", 0.8);
  Prediction out;
  learner->observe(std::vector{0.1}, out);
  learner->observe(std::vector{0.4}, out);
  const Receipt receipt = learner->teach(std::vector{0.1}, "a");
  learner->observe(std::vector{0.25}, out);
  learner->observe(std::vector{0.9}, out);
  ASSERT_TRUE(predict(*learner, {0.4}).known);
  EXPECT_TRUE(learner->withdraw(receipt));
  EXPECT_FALSE(predict(*learner, {0.1}).known);
  EXPECT_FALSE(predict(*learner, {0.4}).known);
}

TEST(Nearest, AnswersWithTheLabelledBoxNearestToTheSample) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Draw draw(seed);
    RandomStream stream(Shape::kUniform, 1 + draw.below(4), draw);
    const auto learner = make("nearest");
    Prediction out;
    for (int t = 0; t < 80; ++t) {
      const std::vector<double> values = stream.next();
      learner->observe(values, out);
      if (draw.chance(0.1)) learner->teach(values, std::to_string(draw.below(4)));
    }
    const Graph graph = learner->graph();
    for (int i = 0; i < 30; ++i) {
      const std::vector<double> values = stream.next();
      const Prediction found = predict(*learner, values);
      double least = 1e9;
      for (const Graph::Node& node : graph.nodes) {
        if (!node.labels.empty()) least = std::min(least, distance_to_box(node, values));
      }
      ASSERT_EQ(found.known, least < 1e9);
      const bool fits = std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const auto& node) {
        return !node.labels.empty() && std::abs(distance_to_box(node, values) - least) < 1e-12 &&
               std::any_of(node.labels.begin(), node.labels.end(),
                           [&](const auto& label) { return label.first == found.best; });
      });
      EXPECT_TRUE(fits || !found.known) << "seed " << seed;
    }
  }
}

struct Labelled {
  std::vector<double> values;
  std::string label;
};

TEST(Knn, TheNearestKVoteWithOneVoiceEach) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Draw draw(seed);
    RandomStream stream(Shape::kUniform, 1 + draw.below(4), draw);
    const std::size_t k = 1 + draw.below(6);
    const auto learner = make("knn,k=" + std::to_string(k));
    std::vector<Labelled> kept;
    Prediction out;
    for (int t = 0; t < 60; ++t) {
      const std::vector<double> values = stream.next();
      learner->observe(values, out);
      if (!draw.chance(0.5)) continue;
      kept.push_back({values, std::to_string(draw.below(4))});
      learner->teach(values, kept.back().label);
    }
    for (int i = 0; i < 30; ++i) {
      const std::vector<double> values = stream.next();
      std::stable_sort(kept.begin(), kept.end(), [&](const Labelled& a, const Labelled& b) {
        const auto far = [&](const Labelled& one) {
          double sum = 0;
          for (std::size_t j = 0; j < values.size(); ++j) {
            sum += std::pow(values[j] - one.values[j], 2);
          }
          return sum;
        };
        return far(a) < far(b);
      });
      std::map<std::string, double> votes;
      const std::size_t voters = std::min(k, kept.size());
      for (std::size_t v = 0; v < voters; ++v) votes[kept[v].label] += 1 / double(voters);
      const Prediction found = predict(*learner, values);
      for (std::size_t y = 0; y < found.probability.size(); ++y) {
        EXPECT_NEAR(found.probability[y], votes[learner->classes()[y]], 1e-12) << "seed " << seed;
      }
    }
  }
}

TEST(Knn, AFullMemoryForgetsTheOldest) {
  Parameters parameters;
  parameters.learner = "knn,k=1";
  parameters.max_nodes = 2;
  const auto learner = make_learner(parameters);
  Prediction out;
  learner->observe(std::vector{0.1}, out);
  const Receipt first = learner->teach(std::vector{0.1}, "a");
  learner->teach(std::vector{0.5}, "b");
  EXPECT_EQ(predict(*learner, {0.1}).best, 0U);
  learner->teach(std::vector{0.9}, "c");
  EXPECT_EQ(predict(*learner, {0.1}).best, 1U);
  EXPECT_FALSE(learner->withdraw(first)) << "its sample is gone";
}

// Two clusters with an edge each.
std::unique_ptr<Learner> asoinn_of_two_clusters(Draw& draw) {
  auto learner = make("asoinn,lambda=50,alpha=1");
  Prediction out;
  for (int t = 0; t < 400; ++t) {
    const double centre = t % 2 == 0 ? 0.1 : 0.8;
    learner->observe(std::vector{centre + 0.1 * draw.uniform(), centre + 0.1 * draw.uniform()},
                     out);
  }
  return learner;
}

// The first node of a subclass to be labelled answers for it.
TEST(Asoinn, ALabelAnswersForItsWholeCluster) {
  Draw draw(1);
  const auto learner = asoinn_of_two_clusters(draw);
  learner->teach(std::vector{0.15, 0.15}, "low");
  learner->teach(std::vector{0.85, 0.85}, "high");
  for (int i = 0; i < 100; ++i) {
    const double low = 0.1 + 0.1 * draw.uniform();
    EXPECT_EQ(predict(*learner, {low, low}).best, 0U);
    EXPECT_EQ(predict(*learner, {low + 0.7, low + 0.7}).best, 1U);
  }
}

// What the strategy representative needs to know of it.
TEST(Asoinn, ShowsItsNodesWithTheirSubclassesAndLabels) {
  Draw draw(1);
  const auto learner = asoinn_of_two_clusters(draw);
  const Graph graph = learner->graph();
  const NodeView& view = *learner->node_view();
  std::set<std::uint64_t> groups;
  for (const Graph::Node& node : graph.nodes) {
    const NodeInfo info = view.node(node.index);
    EXPECT_EQ(info.id, node.id);
    EXPECT_EQ(info.wins, node.wins);
    EXPECT_EQ(info.label, kNoClass);
    std::vector<double> centre(2);
    view.centre(node.index, centre);
    EXPECT_EQ(centre, node.lower);
    if (info.group != kNoGroup) groups.insert(info.group);
  }
  EXPECT_GE(groups.size(), 2U);
  learner->teach(graph.nodes[0].lower, "a");
  EXPECT_EQ(view.node(graph.nodes[0].index).label, 0U);
}

TEST(LearnerNames, AreThoseOfTheTableAndRefusalsNameThem) {
  const auto refusal = [](const std::string& learner) -> std::string {
    try {
      make(learner);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  for (const std::string_view name : learner_names()) EXPECT_EQ(refusal(std::string(name)), "");
  EXPECT_EQ(
      refusal("mlpp"),
      "learner must be mpart, plus, lpart, asoinn, mlp, nearest or knn, not \"mlpp\"; did you "
      "mean mlp?");
  EXPECT_EQ(refusal("knn,k=0"), "learner knn: k must be between 1 and 1e+06, not \"0\"");
  EXPECT_EQ(refusal("knn,k=1.5"), "learner knn: k must be a whole number");
  EXPECT_EQ(refusal("knn,k"), "learner knn: \"k\" should be option=value");
  EXPECT_EQ(refusal("knn,k=1,k=2"), "learner knn: option \"k\" twice");
  EXPECT_EQ(refusal("mpart,k=1"), "learner mpart: no option \"k\"");
}

}  // namespace
}  // namespace mpart
