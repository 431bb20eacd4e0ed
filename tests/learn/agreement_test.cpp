#include <gtest/gtest.h>

#include <sstream>

#include "mpart/learner.hpp"
#include "reference/compare.hpp"
#include "reference/slow_mpart.hpp"
#include "reference/streams.hpp"

namespace mpart {
namespace {

using reference::Draw;
using reference::RandomStream;
using reference::Shape;
using reference::SlowMpart;

#ifdef MPART_SANITIZED
constexpr int kStreamsPerShape = 300;  // they are ten times slower
#else
constexpr int kStreamsPerShape = 1500;
#endif

Parameters draw_parameters(Draw& draw) {
  Parameters p;
  p.alpha = draw.of({1e-6, 0.01, 1.0});
  p.beta = draw.of({0.01, 0.37, 0.5, 1.0});
  p.rho = draw.of({0.0, 0.3, 0.6, 0.75, 0.8, 0.9, 0.95, 1.0});
  p.delta = draw.of({0.0, 0.1, 0.5, 1.0});
  p.tau = draw.of({0.0, 0.3, 0.7, 1.0});
  p.ke = draw.of({0.1, 1.0, 5.0});
  p.kd = draw.of({0.01, 1.0});
  p.layers = static_cast<std::uint32_t>(draw.below(7));
  p.density_weighting = draw.chance(0.7);
  return p;
}

std::string describe(const Parameters& p) {
  std::ostringstream text;
  text << "alpha " << p.alpha << " beta " << p.beta << " rho " << p.rho << " delta " << p.delta
       << " tau " << p.tau << " ke " << p.ke << " kd " << p.kd << " layers " << p.layers
       << " density weighting " << p.density_weighting;
  return text.str();
}

// The fast and the slow learner, told the same things.
class Pair {
 public:
  Pair(const Parameters& parameters, Draw& draw)
      : draw_(draw),
        fast_(make_learner(parameters)),
        slow_(parameters),
        class_count_(1 + draw.below(6)) {}

  void observe(const std::vector<double>& values, const std::string& where) {
    fast_->observe(values, out_);
    reference::expect_same(out_, slow_.observe(values), where + " observe");
  }

  void predict(const std::vector<double>& values, const std::string& where) {
    const Learner& learner = *fast_;
    learner.predict(values, scratch_, out_);
    reference::expect_same(out_, slow_.predict(values), where + " predict");
  }

  void teach(const std::vector<double>& values) {
    std::string label = draw_label();
    Receipt receipt = fast_->teach(values, label);
    given_.push_back({receipt, slow_.teach(values, label), label});
  }

  void withdraw() {
    if (given_.empty()) return;
    std::swap(given_[draw_.below(given_.size())], given_.back());
    EXPECT_TRUE(fast_->withdraw(given_.back().receipt));
    slow_.withdraw(given_.back().node, given_.back().label);
    given_.pop_back();
  }

  // Moves a label to another class of the same node.
  void correct() {
    if (given_.empty()) return;
    Given& given = given_[draw_.below(given_.size())];
    EXPECT_TRUE(fast_->withdraw(given.receipt));
    slow_.withdraw(given.node, given.label);
    given.label = draw_label();
    EXPECT_TRUE(fast_->teach(given.receipt.node, given.label, given.receipt));
    slow_.teach(given.node, given.label);
  }

  void compare_graphs(const std::string& where) {
    const Graph expected = slow_.graph();
    reference::expect_same(fast_->graph(), expected, where);
    EXPECT_EQ(fast_->node_count(), expected.nodes.size()) << where;
    EXPECT_EQ(fast_->edge_count(), expected.edges.size()) << where;
    EXPECT_EQ(fast_->known_classes(), slow_.known_classes()) << where;
  }

  const Learner& fast() const { return *fast_; }

 private:
  struct Given {
    Receipt receipt;
    NodeIndex node;
    std::string label;
  };

  std::string draw_label() { return "class " + std::to_string(draw_.below(class_count_)); }

  Draw& draw_;
  std::unique_ptr<Learner> fast_;
  SlowMpart slow_;
  std::size_t class_count_;
  std::vector<Given> given_;
  Scratch scratch_;
  Prediction out_;
};

void compare_stream(Shape shape, std::uint64_t seed) {
  Draw draw(seed);
  const Parameters parameters = draw_parameters(draw);
  const std::size_t width = draw.of<std::size_t>({1, 2, 3, 4, 5, 8, 13, 16, 31, 64});
  const std::size_t length = 10 + draw.below(90);
  SCOPED_TRACE("seed " + std::to_string(seed) + ", width " + std::to_string(width) + ", " +
               describe(parameters));

  RandomStream stream(shape, width, draw);
  Pair pair(parameters, draw);
  for (std::size_t t = 0; t < length; ++t) {
    const std::string where = "t " + std::to_string(t);
    const std::vector<double> values = stream.next();
    ASSERT_NO_FATAL_FAILURE(pair.observe(values, where));
    if (draw.chance(0.15)) pair.teach(draw.chance(0.5) ? values : stream.next());
    if (draw.chance(0.04)) pair.withdraw();
    if (draw.chance(0.04)) pair.correct();
    if (draw.chance(0.2)) pair.predict(stream.next(), where);
    if (testing::Test::HasFailure()) return;
  }
  const std::string before = reference::bytes_of(pair.fast());
  for (int i = 0; i < 5; ++i) ASSERT_NO_FATAL_FAILURE(pair.predict(stream.next(), "at the end"));
  EXPECT_EQ(reference::bytes_of(pair.fast()), before) << "predict changed the learner";
  pair.compare_graphs("at the end");
}

void compare_streams(Shape shape) {
  for (std::uint64_t seed = 0; seed < kStreamsPerShape && !testing::Test::HasFailure(); ++seed) {
    compare_stream(shape, seed);
  }
}

TEST(Agreement, FastAndSlowSayTheSameOfUniformStreams) { compare_streams(Shape::kUniform); }
TEST(Agreement, FastAndSlowSayTheSameWhereTiesAreExact) { compare_streams(Shape::kGrid); }
TEST(Agreement, FastAndSlowSayTheSameOfClusters) { compare_streams(Shape::kClustered); }
TEST(Agreement, FastAndSlowSayTheSameOfClippedValues) { compare_streams(Shape::kOutside); }

}  // namespace
}  // namespace mpart
