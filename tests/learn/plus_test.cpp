// The learner plus against slow, obvious versions of its parts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "learn/core/graph/topology.hpp"
#include "learn/core/messages/label_densities.hpp"
#include "learn/plus/balance.hpp"
#include "mpart/frozen.hpp"
#include "mpart/learner.hpp"
#include "mpart/merge.hpp"
#include "query/coverage.hpp"
#include "reference/compare.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;

Parameters parameters_of(const std::string& learner, double rho = 0.9) {
  Parameters parameters;
  parameters.learner = learner;
  parameters.rho = rho;
  return parameters;
}

void train(Learner& learner, RandomStream& stream, std::size_t length, Draw& draw) {
  Prediction out;
  for (std::size_t t = 0; t < length; ++t) {
    const std::vector<double> values = stream.next();
    learner.observe(values, out);
    if (draw.chance(0.05)) learner.teach(values, std::to_string(draw.below(4)));
  }
}

double distance_to_box(const Graph::Node& node, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    sum += std::max({0.0, node.lower[k] - values[k], values[k] - node.upper[k]});
  }
  return sum;
}

double sides(const Graph::Node& node) {
  double sum = 0;
  for (std::size_t k = 0; k < node.lower.size(); ++k) sum += node.upper[k] - node.lower[k];
  return sum;
}

// All layers with full matrices: [node][class].
std::vector<std::vector<double>> slow_messages(const Graph& graph, std::uint32_t layers,
                                               double delta) {
  std::vector<std::vector<double>> x(graph.nodes.size(),
                                     std::vector<double>(graph.classes.size(), 0.0));
  for (const Graph::Node& node : graph.nodes) {
    for (const auto& [label, count] : node.labels) x[node.index][label] += count;
  }
  for (std::uint32_t layer = 0; layer < layers; ++layer) {
    const auto before = x;
    for (const Graph::Edge& edge : graph.edges) {
      for (std::size_t y = 0; y < graph.classes.size(); ++y) {
        x[edge.from][y] += delta * edge.weight * before[edge.to][y];
        x[edge.to][y] += delta * edge.weight * before[edge.from][y];
      }
    }
  }
  return x;
}

struct Voice {
  double weight;
  const Graph::Node* node;
};

std::vector<Voice> slow_voices(const Graph& graph, const std::vector<double>& values,
                               const Parameters& parameters, std::size_t count) {
  const auto n = static_cast<double>(values.size());
  std::vector<Voice> voices;
  for (const Graph::Node& node : graph.nodes) {
    const double distance = distance_to_box(node, values);
    if (sides(node) + distance > 1.25 * n * (1 - parameters.rho) + 1e-11) continue;
    voices.push_back({(n - sides(node) - distance) / (parameters.alpha + n - sides(node)), &node});
  }
  std::stable_sort(voices.begin(), voices.end(),
                   [](const Voice& a, const Voice& b) { return a.weight > b.weight; });
  if (voices.size() > count) voices.resize(count);
  double sum = 0;
  const double highest = voices.empty() ? 0 : voices[0].weight;
  for (Voice& voice : voices) sum += voice.weight = std::exp(50 * (voice.weight - highest));
  for (Voice& voice : voices) voice.weight /= sum;
  return voices;
}

TEST(Plus, SeveralNodesAnswerByTheirChoice) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Draw draw(seed);
    Parameters parameters = parameters_of("plus,balance=0,far=0", draw.of({0.85, 0.9, 0.95}));
    parameters.layers = static_cast<std::uint32_t>(1 + draw.below(3));
    auto learner = make_learner(parameters);
    RandomStream stream(draw.of({Shape::kUniform, Shape::kClustered}), 3, draw);
    train(*learner, stream, 400, draw);
    const Graph graph = learner->graph();
    const auto messages = slow_messages(graph, parameters.layers, 1);
    Scratch scratch;
    Prediction out;
    for (int i = 0; i < 30; ++i) {
      const std::vector<double> values = stream.next();
      learner->predict(values, scratch, out);
      const std::vector<Voice> voices = slow_voices(graph, values, parameters, 5);
      if (voices.empty()) continue;
      std::vector<double> mass(graph.classes.size(), 0.0);
      for (const Voice& voice : voices) {
        for (std::size_t y = 0; y < mass.size(); ++y) {
          mass[y] += voice.weight * messages[voice.node->index][y];
        }
      }
      const double sum = std::accumulate(mass.begin(), mass.end(), 0.0);
      ASSERT_NEAR(out.mass, sum, 1e-9 * std::max(1.0, sum)) << "seed " << seed;
      if (sum == 0) continue;
      for (std::size_t y = 0; y < mass.size(); ++y) {
        ASSERT_NEAR(out.probability[y], mass[y] / sum, 1e-9) << "seed " << seed;
      }
    }
  }
}

TEST(Plus, WithEveryPartOffAnswersAsMpart) {
  Draw draw(1);
  auto plus = make_learner(parameters_of("plus,answers=1,delta=0.1,far=0,balance=0"));
  auto mpart = make_learner(parameters_of("mpart"));
  RandomStream stream(Shape::kClustered, 4, draw);
  Prediction ours, theirs;
  Scratch scratch;
  for (int t = 0; t < 500; ++t) {
    const std::vector<double> values = stream.next();
    plus->observe(values, ours);
    mpart->observe(values, theirs);
    ASSERT_EQ(ours.probability, theirs.probability);
    ASSERT_EQ(ours.score, theirs.score);
    if (t % 20 == 0) {
      plus->teach(values, std::to_string(t % 3));
      mpart->teach(values, std::to_string(t % 3));
    }
  }
}

TEST(Plus, TheNearestLabelSpeaksWhereNoneArrives) {
  auto learner = make_learner(parameters_of("plus", 0.95));
  Prediction out;
  for (const double place : {0.1, 0.5, 0.9}) learner->observe(std::vector{place, place}, out);
  learner->teach(std::vector{0.1, 0.1}, "low");
  learner->teach(std::vector{0.9, 0.9}, "high");
  Scratch scratch;
  learner->predict(std::vector{0.55, 0.5}, scratch, out);
  EXPECT_TRUE(out.known);
  EXPECT_EQ(learner->classes()[out.best], "high");
  EXPECT_LT(out.mass, 0.01);
  EXPECT_GT(out.epistemic, 0.99) << "it knows little all the same";
  learner->predict(std::vector{0.45, 0.5}, scratch, out);
  EXPECT_EQ(learner->classes()[out.best], "low");
}

TEST(Plus, FrozenSaysWhatTheLearnerSays) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Draw draw(seed);
    Parameters parameters =
        parameters_of(draw.of<const char*>({"plus", "plus,answers=2", "plus,balance=1000"}),
                      draw.of({0.5, 0.8, 0.9, 0.95}));
    parameters.layers = static_cast<std::uint32_t>(draw.below(4));
    parameters.max_nodes = draw.chance(0.3) ? 30 : 0;
    const std::size_t width = 1 + draw.below(5);
    auto learner = make_learner(parameters);
    RandomStream stream(draw.of({Shape::kUniform, Shape::kClustered, Shape::kGrid}), width, draw);
    train(*learner, stream, 1 + draw.below(400), draw);
    const auto frozen = as<Freezable>(*learner)->freeze();
    Scratch scratch;
    Prediction expected, found;
    for (int i = 0; i < 50; ++i) {
      std::vector<double> values(width);
      for (double& value : values) value = 1.2 * draw.uniform() - 0.1;
      learner->predict(values, scratch, expected);
      frozen->predict(values, scratch, found);
      reference::expect_same(found, expected, "seed " + std::to_string(seed));
      EXPECT_NEAR(calibrated_best(found), calibrated_best(expected), 1e-9);
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST(Plus, CanBeMerged) {
  Draw draw(3);
  RandomStream stream(Shape::kClustered, 4, draw);
  auto left = make_learner(parameters_of("plus")), right = make_learner(parameters_of("plus"));
  train(*left, stream, 300, draw);
  train(*right, stream, 300, draw);
  auto both = make_learner(parameters_of("plus"));
  const Learner* const parts[] = {left.get(), right.get()};
  as<Mergeable>(*both)->merge(parts);
  std::uint64_t wins = 0;
  for (const Graph::Node& node : both->graph().nodes) wins += node.wins;
  EXPECT_EQ(wins, 600U);
  Prediction out;
  both->observe(stream.next(), out);
  EXPECT_TRUE(out.known);
}

// --- query/coverage

std::vector<NodeIndex> nominate(const Learner& learner, std::size_t count,
                                const std::vector<bool>& excluded = {}, bool clear = true) {
  return least_covered(*learner.node_view(), excluded, count, clear);
}

double distance_of_middles(const Graph::Node& a, const Graph::Node& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.lower.size(); ++k) {
    sum += std::abs(a.lower[k] + a.upper[k] - b.lower[k] - b.upper[k]) / 2;
  }
  return sum;
}

std::vector<NodeIndex> highest(const std::vector<double>& values, std::vector<NodeIndex> nodes,
                               std::size_t count) {
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](NodeIndex a, NodeIndex b) { return values[a] > values[b]; });
  nodes.resize(std::min(count, nodes.size()));
  return nodes;
}

// What a label at each unlabelled node would add, more where few nodes are around if `clear`; -1
// for a node that is not considered.
std::vector<double> slow_gains(const Graph& graph, bool clear) {
  const auto& nodes = graph.nodes;
  std::vector<NodeIndex> all(nodes.size());
  std::iota(all.begin(), all.end(), 0U);
  std::vector<double> worth(nodes.size());
  for (const auto& node : nodes) worth[node.index] = std::pow(node.wins, 1.25);
  const double sum = std::accumulate(worth.begin(), worth.end(), 0.0);

  double radius = 0;
  const std::vector<NodeIndex> most = highest(worth, all, 4);
  for (const NodeIndex j : most) {
    std::vector<std::pair<double, double>> found;
    for (const auto& node : nodes) {
      found.emplace_back(distance_of_middles(nodes[j], node), worth[node.index]);
    }
    std::sort(found.begin(), found.end());
    double within = 0;
    for (const auto& [distance, own] : found) {
      within += own;
      if (within < 0.1 * sum) continue;
      radius += distance / static_cast<double>(most.size());
      break;
    }
  }
  const auto share = [&](double distance) {
    return std::pow(std::max(0.0, 1 - distance / radius), 4);
  };

  std::vector<double> covered(nodes.size(), 0.0), of_class(graph.classes.size(), 0.0);
  std::vector<std::size_t> nearest(nodes.size(), kNoClass);
  for (const auto& node : nodes) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& other : nodes) {
      if (other.labels.empty()) continue;
      const double distance = distance_of_middles(node, other);
      covered[node.index] = std::max(covered[node.index], share(distance));
      if (distance >= least) continue;
      least = distance;
      nearest[node.index] = other.labels.front().first;
    }
    if (nearest[node.index] != kNoClass) of_class[nearest[node.index]] += worth[node.index];
  }
  for (const auto& node : nodes) {
    if (nearest[node.index] != kNoClass) {
      worth[node.index] *= std::sqrt(of_class[nearest[node.index]]);
    }
  }
  std::vector<double> own(nodes.size()), gains(nodes.size(), -1);
  std::vector<NodeIndex> unlabelled;
  for (const auto& node : nodes) {
    own[node.index] = worth[node.index] * (1 - covered[node.index]);
    if (node.labels.empty()) unlabelled.push_back(node.index);
  }
  const std::vector<NodeIndex> considered = highest(own, unlabelled, 16);
  const auto near = [&](NodeIndex i, NodeIndex j) {
    return std::max(0.0, 1 - distance_of_middles(nodes[i], nodes[j]) / radius);
  };
  std::vector<double> crowd(nodes.size(), 0.0);
  for (const NodeIndex j : considered) {
    gains[j] = 0;
    for (const auto& node : nodes) {
      const double more = share(distance_of_middles(nodes[j], node)) - covered[node.index];
      gains[j] += worth[node.index] * std::max(0.0, more);
      crowd[j] += near(j, node.index);
    }
  }
  if (!clear) return gains;
  std::vector<double> cleared = gains;
  for (const NodeIndex j : considered) {
    double around = 0, weights = 0;
    for (const NodeIndex i : considered) {
      around += near(i, j) * gains[i] * crowd[i];
      weights += near(i, j) * gains[i];
    }
    if (weights > 0) {
      cleared[j] *= std::clamp(std::pow(around / weights / crowd[j], 2), 0.5, 2.0);
    }
  }
  return cleared;
}

TEST(Coverage, ChoosesWhereALabelSpeaksForTheMostSamplesAndFewNodesAreAround) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    Draw draw(seed);
    const bool clear = seed % 2 == 0;
    auto learner = make_learner(parameters_of("plus", 0.93));
    RandomStream stream(draw.of({Shape::kUniform, Shape::kClustered}), 3, draw);
    Prediction out;
    for (int t = 0; t < 600; ++t) {
      const std::vector<double> values = stream.next();
      learner->observe(values, out);
      // One label a node, so that it is plain which class a node is of.
      const Graph::Node node = learner->graph().nodes[out.winner];
      if (t % 100 == 0 && node.labels.empty()) learner->teach(values, std::to_string(t % 300));
    }
    const std::vector<double> gains = slow_gains(learner->graph(), clear);
    const double best = *std::max_element(gains.begin(), gains.end());
    if (best < 0) continue;  // every node has a label
    const std::vector<NodeIndex> nominated = nominate(*learner, 1, {}, clear);
    ASSERT_EQ(nominated.size(), 1U);
    // Distances are counted in thousandths of the width, and in float.
    EXPECT_GE(gains[nominated[0]], 0.97 * best) << "seed " << seed;
  }
}

// Of two places side by side one has a sample more, and other nodes around it.
TEST(Coverage, PrefersAClearPlace) {
  auto learner = make_learner(parameters_of("plus", 0.99));
  Prediction out;
  const auto show = [&](double x, double y, int times) {
    for (int i = 0; i < times; ++i) {
      learner->observe(std::vector{x, y}, out);
    }
    return out.winner;
  };
  const NodeIndex crowded = show(0.50, 0.50, 101);
  const NodeIndex clear = show(0.56, 0.50, 100);
  for (const double away : {0.03, 0.05, 0.07}) show(0.50 - away, 0.50 + away, 1);
  for (const double x : {0.1, 0.3, 0.7, 0.9}) {  // none of these is as good as the two
    for (const double y : {0.1, 0.3, 0.9}) show(x, y, 100);
  }
  EXPECT_EQ(nominate(*learner, 1, {}, false), std::vector<NodeIndex>{crowded});
  EXPECT_EQ(nominate(*learner, 1), std::vector<NodeIndex>{clear});
}

TEST(Coverage, PassesOverExcludedNodes) {
  Draw draw(1);
  auto learner = make_learner(parameters_of("plus"));
  RandomStream stream(Shape::kUniform, 3, draw);
  train(*learner, stream, 300, draw);
  std::vector<bool> excluded(learner->node_count(), false);
  const std::vector<NodeIndex> five = nominate(*learner, 5, excluded);
  ASSERT_EQ(five.size(), 5U);
  excluded[five[0]] = true;
  const std::vector<NodeIndex> four = nominate(*learner, 4, excluded);
  EXPECT_EQ(four, std::vector(five.begin() + 1, five.end()))
      << "each is chosen as if those before it had a label";
}

TEST(Coverage, NamesLabelledNodesWhenThereAreNoOthers) {
  auto learner = make_learner(parameters_of("plus"));
  Prediction out;
  for (const double place : {0.1, 0.1, 0.1, 0.9}) learner->observe(std::vector{place}, out);
  learner->teach(std::vector{0.1}, "a");
  learner->teach(std::vector{0.9}, "b");
  EXPECT_EQ(nominate(*learner, 5), (std::vector<NodeIndex>{0, 1})) << "the one with more wins";
  EXPECT_TRUE(nominate(*learner, 5, {true, true}).empty());
  EXPECT_TRUE(nominate(*make_learner(parameters_of("plus")), 3).empty());
}

// --- Balance

struct Said {
  Topology topology;
  LabelDensities labels;
  std::vector<double> mass;  // [node][the classes, and one more]

  // A node with so many wins that says this; its labels are by class.
  void add(std::uint64_t wins, const std::vector<double>& says,
           const std::vector<std::size_t>& counts) {
    const auto j = static_cast<NodeIndex>(topology.size());
    topology.add_node(wins);
    labels.add_node();
    for (std::size_t y = 0; y < counts.size(); ++y) {
      for (std::size_t i = 0; i < counts[y]; ++i) labels.add(j, std::to_string(y));
    }
    mass.insert(mass.end(), says.begin(), says.end());
    mass.push_back(7);
  }
};

// Half of the samples are surely of class 0; of the others the model is of two minds.
Said two_classes(std::size_t labels_each) {
  Said said;
  said.add(50, {1.0, 0.0}, {labels_each, 0});
  said.add(50, {0.055, 0.045}, {0, labels_each});
  return said;
}

double share_of_first(const Balance& balance) {
  double share = 0;
  for (std::vector<double> mass : {std::vector{1.0, 0.0}, std::vector{0.55, 0.45}}) {
    balance.apply(mass);
    share += mass[0] / 2;
  }
  return share;
}

Balance balanced(const Said& said, double strength = 0.5) {
  Balance balance(strength);
  balance.renew(said.topology, said.labels, said.mass);
  return balance;
}

TEST(Balance, DrawsSharesTowardsEqualOnes) {
  EXPECT_NEAR(share_of_first(Balance(0.5)), 0.775, 1e-9) << "before the first label";
  EXPECT_LT(share_of_first(balanced(two_classes(1))), 0.7);
}

TEST(Balance, BelievesManyLabels) { EXPECT_GT(share_of_first(balanced(two_classes(250))), 0.76); }

TEST(Balance, HearsANodeAsOftenAsItHasWon) {
  Said said = two_classes(1);
  said.add(55, {0.0, 3.0}, {});  // with these, the shares are equal
  EXPECT_NEAR(share_of_first(balanced(said)), 0.775, 1e-9);
}

TEST(Balance, DoesNotHearWhereHardlyALabelArrives) {
  Said said = two_classes(1);
  const double before = share_of_first(balanced(said));
  said.add(1000, {0.0, 1e-6}, {});
  EXPECT_EQ(share_of_first(balanced(said)), before);
}

TEST(Balance, KeepsTheSum) {
  const Balance balance = balanced(two_classes(1));
  std::vector<double> mass{3, 1};
  balance.apply(mass);
  EXPECT_NEAR(mass[0] + mass[1], 4, 1e-12);
  EXPECT_LT(mass[0], 3);
}

// The weights that five rounds towards equal shares give, with full matrices.
std::vector<double> slow_weights(const Graph& graph, std::uint32_t layers) {
  const auto messages = slow_messages(graph, layers, 1);
  const std::size_t classes = graph.classes.size();
  std::vector<double> weights(classes, 1.0);
  for (int round = 0; round < 5; ++round) {
    std::vector<double> said(classes, 0.0);
    for (const Graph::Node& node : graph.nodes) {
      const std::vector<double>& own = messages[node.index];
      if (std::accumulate(own.begin(), own.end(), 0.0) < 1e-3) continue;
      const double sum = std::inner_product(own.begin(), own.end(), weights.begin(), 0.0);
      for (std::size_t y = 0; y < classes; ++y) {
        said[y] += static_cast<double>(node.wins) * own[y] * weights[y] / sum;
      }
    }
    const double all = std::accumulate(said.begin(), said.end(), 0.0);
    for (std::size_t y = 0; y < classes; ++y) {
      weights[y] =
          std::clamp(weights[y] / static_cast<double>(classes) / (said[y] / all), 1.0 / 3, 3.0);
    }
  }
  return weights;
}

TEST(Balance, IsThatOfAllNodesAfterALabel) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Draw draw(seed);
    auto learner = make_learner(parameters_of("plus,far=0,balance=1000", 0.85));
    auto without = make_learner(parameters_of("plus,far=0,balance=0", 0.85));
    RandomStream stream(draw.of({Shape::kUniform, Shape::kClustered}), 3, draw);
    Prediction out;
    for (int t = 0; t < 1200; ++t) {
      const std::vector<double> values = stream.next();
      learner->observe(values, out);
      without->observe(values, out);
      if (t % 300 != 299) continue;
      const std::string label = t < 600 ? "a" : "b";
      learner->teach(values, label);
      without->teach(values, label);
    }
    ASSERT_LT(2 * learner->node_count(), 300U) << "so few that every label is followed by it";
    const std::vector<double> weights = slow_weights(learner->graph(), 3);
    Scratch scratch;
    Prediction plain;
    for (int i = 0; i < 30; ++i) {
      const std::vector<double> values = stream.next();
      learner->predict(values, scratch, out);
      without->predict(values, scratch, plain);
      if (!plain.known) continue;
      const double sum = plain.probability[0] * weights[0] + plain.probability[1] * weights[1];
      ASSERT_NEAR(out.probability[0], plain.probability[0] * weights[0] / sum, 1e-9)
          << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace mpart
