#include "learn/core/messages/first_layer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;

constexpr double kDelta = 0.3;

// Some nodes that win, become neighbours, are labelled and are replaced, with sums that are mended.
class World {
 public:
  explicit World(std::size_t nodes) : layer_(kDelta, topology, labels) {
    for (NodeIndex j = 0; j < nodes; ++j) {
      topology.add_node();
      labels.add_node();
      layer_.put_in(j);
    }
  }

  void step(Draw& draw) {
    const auto j = static_cast<NodeIndex>(draw.below(topology.size()));
    layer_.take_out(j);
    const double event = draw.uniform();
    if (event < 0.001) {
      topology.replace_node(j);
      labels.replace_node(j);
    } else if (event < 0.03) {
      labels.add(j, std::to_string(draw.below(5)));
    } else if (event < 0.05) {
      if (!labels.classes().empty()) {
        labels.remove(j, static_cast<ClassIndex>(draw.below(labels.classes().size())));
      }
    } else {
      std::vector<NodeIndex> activated{j};
      for (std::size_t i = draw.below(4); i > 0; --i) {
        const auto other = static_cast<NodeIndex>((j + 1 + draw.below(6)) % topology.size());
        if (std::ranges::find(activated, other) == activated.end()) activated.push_back(other);
      }
      topology.win(j, activated);
    }
    layer_.put_in(j);
  }

  const FirstLayer& mended() const { return layer_; }

  Topology topology;
  LabelDensities labels;

 private:
  FirstLayer layer_;
};

std::map<ClassIndex, double> masses(const FirstLayer& layer, NodeIndex j) {
  std::map<ClassIndex, double> result;
  for (const FirstLayer::Mass& mass : layer.labels(j)) {
    if (mass.sum.value() != 0) result[mass.label] = mass.sum.value();
  }
  return result;
}

void expect_the_equation(const World& world, NodeIndex j) {
  double density = static_cast<double>(world.topology.wins(j));
  std::map<ClassIndex, double> mass;
  for (const auto& [label, count] : world.labels.at(j)) mass[label] += static_cast<double>(count);
  for (const Topology::Edge& edge : world.topology.edges(j)) {
    density += kDelta * edge.weight * static_cast<double>(world.topology.wins(edge.to));
    for (const auto& [label, count] : world.labels.at(edge.to)) {
      mass[label] += kDelta * edge.weight * static_cast<double>(count);
    }
  }
  EXPECT_NEAR(world.mended().density(j), density, 1e-9 * density);
  const std::map<ClassIndex, double> found = masses(world.mended(), j);
  ASSERT_EQ(found.size(), mass.size());
  for (const auto& [label, expected] : mass) EXPECT_NEAR(found.at(label), expected, 1e-12);
}

#ifdef MPART_SANITIZED
constexpr int kSteps = 100'000;  // they are many times slower
#else
constexpr int kSteps = 1'000'000;
#endif

TEST(FirstLayer, MendedAMillionTimesIsTheEquationAndEqualToOneMadeAnew) {
  World world(40);
  Draw draw(1);
  for (int t = 1; t <= kSteps; ++t) {
    world.step(draw);
    if (t % 10'000 != 0) continue;
    FirstLayer anew(kDelta, world.topology, world.labels);
    anew.put_in_all();
    for (NodeIndex j = 0; j < world.topology.size(); ++j) {
      ASSERT_EQ(world.mended().density(j), anew.density(j)) << "t " << t;
      ASSERT_EQ(masses(world.mended(), j), masses(anew, j)) << "t " << t;
      ASSERT_NO_FATAL_FAILURE(expect_the_equation(world, j)) << "t " << t;
    }
  }
}

TEST(ExactSum, ForgetsWhatIsTakenOutToTheLastBit) {
  Draw draw(1);
  ExactSum sum;
  sum.add(0.1);
  const double before = sum.value();
  std::vector<double> numbers(1000);
  for (double& x : numbers) x = std::exp(50 * draw.uniform() - 35);
  for (const double x : numbers) sum.add(x);
  for (std::size_t i = 0; i < numbers.size(); ++i) sum.subtract(numbers[i * 7 % 1000]);
  EXPECT_EQ(sum.value(), before);
  EXPECT_NEAR(sum.value(), 0.1, 1e-17);
}

}  // namespace
}  // namespace mpart
