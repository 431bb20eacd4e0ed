// E-SOINN on handwritten digits, against what is known of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "learn/baselines/soinn/soinn_graph.hpp"
#include "mpart/source.hpp"
#include "util/random.hpp"

namespace mpart {
namespace {

// tests/learn/data/digits.csv: 1,797 pictures of 8 x 8, 0 .. 16, and their digit. It is the test
// part of the UCI set "Optical Recognition of Handwritten Digits", as Debian ships it:
//   apt-get download python3-sklearn && dpkg-deb --fsys-tarfile python3-sklearn_*.deb |
//     tar xO ./usr/lib/python3/dist-packages/sklearn/datasets/data/digits.csv.gz | zcat
std::vector<Sample> read_digits() {
  const auto source = open_source(MPART_SOURCE_DIR "/tests/learn/data/digits.csv");
  std::vector<Sample> digits;
  for (Sample sample; source->next(sample);) {
    for (double& value : sample.values) value /= 16;
    digits.push_back(sample);
  }
  return digits;
}

// Every node gets the digit of most samples that are nearest to it.
std::map<NodeIndex, std::string> digits_of_nodes(const SoinnGraph& graph,
                                                 std::span<const Sample> samples) {
  std::map<NodeIndex, std::map<std::string, int>> votes;
  for (const Sample& sample : samples) ++votes[graph.nearest(sample.values)][sample.label];
  std::map<NodeIndex, std::string> digits;
  for (const auto& [node, own] : votes) {
    digits[node] = std::max_element(own.begin(), own.end(), [](const auto& a, const auto& b) {
                     return a.second < b.second;
                   })->first;
  }
  return digits;
}

double accuracy_of_one_run(const std::vector<Sample>& digits, std::uint64_t seed) {
  constexpr std::size_t kTraining = 1200, kPresentations = 3600;
  const auto training = std::span(digits).first(kTraining);
  const auto unseen = std::span(digits).subspan(kTraining);  // by other hands
  SoinnGraph graph({.lambda = 200, .age_max = 50, .alpha = 1});
  Random random(seed);
  for (std::size_t i = 0; i < kPresentations; ++i) {
    graph.learn(training[random.below(kTraining)].values);
  }
  const auto labels = digits_of_nodes(graph, training);
  std::size_t right = 0;
  for (const Sample& sample : unseen) {
    const auto found = labels.find(graph.nearest(sample.values));
    right += found != labels.end() && found->second == sample.label ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(unseen.size());
}

// 94.3 % is the figure that E-SOINN is known by on this set with lambda 200, age_max 50 (see "The
// competitors" in docs/method.md), learned from the set's 3,823 training digits, which Debian does
// not ship. From 1,200 of them the nearest neighbour itself has 96.5 %. The band, 3 points below
// and 1.5 above, was set around the 92.2 % that was measured: it guards against regressions, and is
// no reproduction of the 94.3 %.
TEST(SoinnOnDigits, IsAsGoodAsItIsKnownToBe) {
  const std::vector<Sample> digits = read_digits();
  ASSERT_EQ(digits.size(), 1797U);
  constexpr std::uint64_t kRuns = 5;
  double mean = 0;
  for (std::uint64_t seed = 0; seed < kRuns; ++seed) {
    mean += accuracy_of_one_run(digits, seed) / kRuns;
  }
  EXPECT_GT(mean, 0.943 - 0.03);
  EXPECT_LT(mean, 0.943 + 0.015);
}

}  // namespace
}  // namespace mpart
