// Models that learned apart against an obvious slow version of how they become one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/learner.hpp"
#include "mpart/merge.hpp"
#include "reference/compare.hpp"
#include "reference/streams.hpp"
#include "util/random.hpp"

namespace mpart {
namespace {

using reference::bytes_of;
using reference::Draw;
using reference::RandomStream;
using reference::Shape;

using Box = std::vector<double>;  // u, then 1 - v

// A model as docs/model-file.md has it, by box: no two nodes of the models here have the same.
struct Plain {
  struct Node {
    std::uint64_t wins = 0;
    std::map<std::string, std::uint64_t> labels;
    std::map<Box, std::uint64_t> edges;
  };
  std::uint64_t time = 0;
  std::map<Box, Node> nodes;
};

Plain plain(const Learner& learner) {
  const std::string bytes = bytes_of(learner);
  Reader reader(bytes);
  Plain model;
  model.time = reader.u64();
  reader.u64();
  std::vector<Box> boxes;
  const std::size_t width = reader.u64();
  for (std::size_t left = reader.u64(); left > 0; --left) {
    boxes.emplace_back();
    for (std::size_t k = 0; k < width; ++k) boxes.back().push_back(reader.f64());
  }
  reader.u64();
  for (const Box& box : boxes) {
    EXPECT_FALSE(model.nodes.contains(box));
    Plain::Node& node = model.nodes[box];
    node.wins = reader.u64();
    for (std::size_t left = reader.u64(); left > 0; --left) {
      const std::uint32_t to = reader.u32();
      reader.u32();
      node.edges[boxes[to]] = reader.u64();
    }
  }
  std::vector<std::string> classes;
  for (std::size_t left = reader.u64(); left > 0; --left) {
    classes.push_back(reader.text());
    reader.u64();
  }
  reader.u64();
  for (const Box& box : boxes) {
    for (std::size_t left = reader.u64(); left > 0; --left) {
      const std::uint32_t label = reader.u32();
      model.nodes[box].labels[classes[label]] = reader.u64();
    }
  }
  return model;
}

bool inside(const Box& inner, const Box& outer) {
  for (std::size_t k = 0; k < inner.size(); ++k) {
    if (inner[k] < outer[k]) return false;
  }
  return true;
}

double norm(const Box& box) { return std::accumulate(box.begin(), box.end(), 0.0); }

bool activates(const std::vector<double>& point, const Box& box, double rho) {
  const std::size_t n = point.size();
  double overlap = 0;
  for (std::size_t k = 0; k < n; ++k) {
    overlap += std::min(point[k], box[k]) + std::min(1 - point[k], box[n + k]);
  }
  return overlap >= (rho - 1e-12) * static_cast<double>(n);
}

// By part and box: the box that it becomes part of. All pairs are looked at.
std::vector<std::map<Box, Box>> slow_places(const std::vector<Plain>& parts) {
  struct Own {
    Box box;
    std::size_t part;
  };
  std::vector<Own> all;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (const auto& [box, node] : parts[part].nodes) all.push_back({box, part});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Own& a, const Own& b) { return norm(a.box) < norm(b.box); });
  std::vector<Own> kept;
  std::vector<std::map<Box, Box>> places(parts.size());
  for (const Own& own : all) {
    const Own* home = &own;
    for (const Own& other : kept) {
      if (other.part != own.part && inside(own.box, other.box)) home = &other;
    }
    places[own.part][own.box] = home->box;
    if (home == &own) kept.push_back(own);
  }
  return places;
}

Plain slow_merge(const std::vector<Plain>& parts, double rho) {
  constexpr std::size_t kProbes = 32;
  const auto places = slow_places(parts);
  Plain merged;
  std::map<std::pair<Box, Box>, double> counts;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    merged.time += parts[part].time;
    for (const auto& [box, node] : parts[part].nodes) {
      const Box& home = places[part].at(box);
      Plain::Node& joined = merged.nodes[home];
      joined.wins += node.wins;
      for (const auto& [label, count] : node.labels) joined.labels[label] += count;
      for (const auto& [to, count] : node.edges) {
        counts[{home, places[part].at(to)}] += static_cast<double>(count);
      }
    }
  }
  for (std::size_t part = 0; part < parts.size(); ++part) {
    std::vector<Box> known;
    for (const auto& [box, home] : places[part]) known.push_back(home);
    for (const auto& [box, node] : parts[part].nodes) {
      const std::size_t n = box.size() / 2;
      Random random(0);
      for (std::size_t probe = 0; probe < kProbes; ++probe) {
        std::vector<double> point;
        for (std::size_t k = 0; k < n; ++k) {
          point.push_back(box[k] + random.uniform() * (1 - box[n + k] - box[k]));
        }
        for (const auto& [other, unused] : merged.nodes) {
          if (std::find(known.begin(), known.end(), other) != known.end()) continue;
          if (!activates(point, other, rho)) continue;
          const double share = static_cast<double>(node.wins) / kProbes;
          counts[{places[part].at(box), other}] += share;
          counts[{other, places[part].at(box)}] += share;
        }
      }
    }
  }
  for (const auto& [ends, count] : counts) {
    const auto& [from, to] = ends;
    const auto most = static_cast<double>(merged.nodes[from].wins + merged.nodes[to].wins);
    const auto whole = static_cast<std::uint64_t>(std::floor(std::min(count, most) + 0.5));
    if (from != to && whole > 0) merged.nodes[from].edges[to] = whole;
  }
  return merged;
}

void expect_same(const Plain& found, const Plain& expected) {
  EXPECT_EQ(found.time, expected.time);
  ASSERT_EQ(found.nodes.size(), expected.nodes.size());
  for (const auto& [box, node] : expected.nodes) {
    ASSERT_TRUE(found.nodes.contains(box));
    EXPECT_EQ(found.nodes.at(box).wins, node.wins);
    EXPECT_EQ(found.nodes.at(box).labels, node.labels);
    EXPECT_EQ(found.nodes.at(box).edges, node.edges);
  }
}

std::unique_ptr<Learner> learned(const Parameters& parameters, RandomStream& stream, Draw& draw,
                                 std::size_t samples, std::size_t classes = 3) {
  std::unique_ptr<Learner> learner = make_learner(parameters);
  Prediction out;
  for (std::size_t t = 0; t < samples; ++t) {
    const std::vector<double>& values = stream.next();
    learner->observe(values, out);
    if (draw.chance(0.1)) learner->teach(values, std::to_string(draw.below(classes)));
  }
  return learner;
}

std::unique_ptr<Learner> merged(const Parameters& parameters,
                                const std::vector<const Learner*>& parts) {
  std::unique_ptr<Learner> learner = make_learner(parameters);
  as<Mergeable>(*learner)->merge(parts);
  return learner;
}

Prediction predicted(const Learner& learner, const std::vector<double>& values) {
  Scratch scratch;
  Prediction out;
  learner.predict(values, scratch, out);
  return out;
}

TEST(Merge, EqualsTheSlowVersion) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Draw draw(seed);
    Parameters parameters;
    parameters.rho = draw.of({0.7, 0.8, 0.9});
    RandomStream stream(draw.of({Shape::kUniform, Shape::kClustered}), 1 + draw.below(4), draw);
    std::vector<std::unique_ptr<Learner>> parts;
    std::vector<const Learner*> pointers;
    std::vector<Plain> plains;
    for (std::size_t count = 1 + draw.below(4); count > 0; --count) {
      parts.push_back(learned(parameters, stream, draw, 20 + draw.below(200)));
      pointers.push_back(parts.back().get());
      plains.push_back(plain(*parts.back()));
    }
    expect_same(plain(*merged(parameters, pointers)), slow_merge(plains, parameters.rho));
  }
}

class Merged : public testing::Test {
 protected:
  Draw draw{3};
  Parameters parameters{};
  RandomStream stream{Shape::kClustered, 3, draw};
  std::unique_ptr<Learner> a = learned(parameters, stream, draw, 300);
  std::unique_ptr<Learner> b = learned(parameters, stream, draw, 200, 5);
};

TEST_F(Merged, KeepsEveryWinAndEveryLabel) {
  const auto sums = [](const Learner& learner) {
    std::map<std::string, double> sum;
    const Graph graph = learner.graph();
    for (const Graph::Node& node : graph.nodes) {
      sum["wins"] += static_cast<double>(node.wins);
      for (const auto& [label, count] : node.labels) sum[graph.classes[label]] += count;
    }
    return sum;
  };
  std::map<std::string, double> expected = sums(*a);
  for (const auto& [name, count] : sums(*b)) expected[name] += count;
  EXPECT_EQ(sums(*merged(parameters, {a.get(), b.get()})), expected);
  EXPECT_EQ(expected.at("wins"), 500);
}

TEST_F(Merged, WithItselfIsTheSameModelTwiceAsSure) {
  const Plain once = plain(*a);
  const Plain twice = plain(*merged(parameters, {a.get(), a.get()}));
  ASSERT_EQ(twice.nodes.size(), once.nodes.size());
  for (const auto& [box, node] : once.nodes) {
    EXPECT_EQ(twice.nodes.at(box).wins, 2 * node.wins);
    for (const auto& [to, count] : node.edges) {
      EXPECT_EQ(twice.nodes.at(box).edges.at(to), 2 * count);
    }
  }
}

TEST_F(Merged, SaysTheSameAfterItIsSavedAndLoaded) {
  const std::unique_ptr<Learner> all = merged(parameters, {a.get(), b.get()});
  const std::string bytes = bytes_of(*all);
  Reader reader(bytes);
  const std::unique_ptr<Learner> loaded = make_learner(parameters);
  loaded->load(reader);
  EXPECT_EQ(bytes_of(*loaded), bytes);
  for (int i = 0; i < 100; ++i) {
    const std::vector<double>& values = stream.next();
    EXPECT_EQ(predicted(*all, values).probability, predicted(*loaded, values).probability);
    EXPECT_EQ(predicted(*all, values).density, predicted(*loaded, values).density);
  }
}

TEST_F(Merged, GoesOnLearningAsItsLoadedCopyDoes) {
  const std::unique_ptr<Learner> all = merged(parameters, {a.get(), b.get()});
  const std::string bytes = bytes_of(*all);
  Reader reader(bytes);
  const std::unique_ptr<Learner> loaded = make_learner(parameters);
  loaded->load(reader);
  Prediction out;
  for (int i = 0; i < 300; ++i) {
    const std::vector<double> values = stream.next();
    all->observe(values, out);
    loaded->observe(values, out);
    if (i % 10 == 0) all->teach(values, "new");
    if (i % 10 == 0) loaded->teach(values, "new");
  }
  EXPECT_EQ(bytes_of(*all), bytes_of(*loaded));
}

TEST_F(Merged, HoldsNoMoreNodesThanItMay) {
  parameters.max_nodes = 20;
  const auto narrow_a = learned(parameters, stream, draw, 300);
  const auto narrow_b = learned(parameters, stream, draw, 300);
  const auto all = merged(parameters, {narrow_a.get(), narrow_b.get()});
  EXPECT_EQ(all->node_count(), 20U);
  Prediction out;
  for (int i = 0; i < 100; ++i) all->observe(stream.next(), out);
  EXPECT_EQ(all->node_count(), 20U);
}

TEST(Merge, LabelsOfOnePartReachTheNodesOfAnother) {
  const Parameters parameters;
  const auto left = make_learner(parameters);
  const auto right = make_learner(parameters);
  Prediction out;
  const auto see = [&out](Learner& learner, double from) {
    for (int i = 0; i < 20; ++i) learner.observe(std::vector<double>{from + 0.002 * i, 0.5}, out);
  };
  see(*left, 0.40);
  see(*right, 0.46);
  left->teach(std::vector<double>{0.40, 0.5}, "here");
  const std::vector<double> asked{0.49, 0.5};
  EXPECT_FALSE(predicted(*right, asked).known);
  const auto all = merged(parameters, {left.get(), right.get()});
  ASSERT_EQ(all->node_count(), 2U);
  EXPECT_TRUE(predicted(*all, asked).known);
  EXPECT_EQ(all->edge_count(), 1U);
}

TEST(Merge, OtherLearnersAreNotMergeable) {
  for (const char* name : {"lpart", "asoinn", "mlp", "nearest", "knn"}) {
    Parameters parameters;
    parameters.learner = name;
    EXPECT_EQ(as<Mergeable>(*make_learner(parameters)), nullptr) << name;
  }
}

}  // namespace
}  // namespace mpart
