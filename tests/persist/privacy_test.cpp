#include <gtest/gtest.h>

#include "persist/small_session.hpp"

namespace mpart {
namespace {

std::string bytes_of(double value) {
  Writer writer;
  writer.f64(value);
  return writer.bytes();
}

bool holds(const std::string& model, const Sample& sample) {
  return model.find(bytes_of(sample.values[0])) != std::string::npos;
}

struct Stream {
  Session session;
  std::vector<Sample> samples;
};

Stream stream_of(StrategyKind strategy) {
  SessionOptions options;
  options.strategy = strategy;
  options.budget = {1, 50};
  Stream stream{Session(options), {}};
  SilentOracle silent;
  Random random(3);
  for (int i = 0; i < 120; ++i) {
    stream.samples.push_back(random_sample(random));
    stream.session.step(stream.samples.back(), silent);
  }
  return stream;
}

TEST(Privacy, ANodeThatWonOnceIsItsSample) {
  const Stream stream = stream_of(StrategyKind::kExplorer);
  const std::string model = encode_model(stream.session);
  EXPECT_TRUE(holds(model, stream.samples[0]) || holds(model, stream.samples[1]));
}

TEST(Privacy, MinCountKeepsSingleSamplesOutOfTheFile) {
  for (const StrategyKind strategy :
       {StrategyKind::kRandom, StrategyKind::kMemory, StrategyKind::kExplorer}) {
    const Stream stream = stream_of(strategy);
    const std::string model = encode_model(stream.session, {.min_count = 3});
    // A box of two samples or more still has one of them at each of its sides if beta is 1; with
    // beta 0.5 no sample's own number is left.
    for (const Graph::Node& node : decode_model(model).learner().graph().nodes) {
      EXPECT_GE(node.wins, 3U);
    }
    const Session loaded = decode_model(model);
    EXPECT_EQ(loaded.ledger().open_count(), 0U) << "open questions hold samples";
    std::size_t held = 0;
    for (const Sample& sample : stream.samples) held += holds(model, sample) ? 1 : 0;
    std::size_t in_nodes = 0;
    for (const Graph::Node& node : loaded.learner().graph().nodes) {
      for (const Sample& sample : stream.samples) {
        in_nodes += node.lower[0] == sample.values[0] || node.lower[1] == sample.values[1] ? 1 : 0;
      }
    }
    EXPECT_LE(held, in_nodes) << "a sample outside of the nodes";
  }
}

TEST(Privacy, MinCountKeepsTheSamplesOfEveryLearnerOutOfTheFile) {
  for (const char* learner : {"lpart", "asoinn,lambda=10", "mlp,hidden=4", "nearest", "knn"}) {
    SessionOptions options;
    options.parameters.learner = learner;
    options.strategy = StrategyKind::kRandom;
    options.budget = {1, 5};
    Session session(options);
    ColumnOracle oracle;
    Random random(3);
    for (int i = 0; i < 100; ++i) session.step(random_sample(random), oracle);
    const Session loaded = decode_model(encode_model(session, {.min_count = 3}));
    for (const Graph::Node& node : loaded.learner().graph().nodes) EXPECT_GE(node.wins, 3U);
    EXPECT_EQ(loaded.learner().classes(), session.learner().classes()) << learner;
  }
}

TEST(Privacy, MinCountKeepsTheSampleThatLpartHoldsOutOfTheFile) {
  SessionOptions options;
  options.parameters.learner = "lpart";
  options.parameters.rho = 0;  // one node, which won often
  Session session(options);
  SilentOracle silent;
  Random random(3);
  Sample last;
  for (int i = 0; i < 50; ++i) session.step(last = random_sample(random), silent);
  EXPECT_TRUE(holds(encode_model(session), last)) << "it may still be labelled";
  EXPECT_FALSE(holds(encode_model(session, {.min_count = 2}), last));
}

TEST(Privacy, AModelWithoutItsSmallNodesIsWholeAndGoesOn) {
  Stream stream = stream_of(StrategyKind::kMemory);
  Session loaded = decode_model(encode_model(stream.session, {.min_count = 2}));
  const Graph graph = loaded.learner().graph();
  EXPECT_LT(graph.nodes.size(), stream.session.learner().node_count());
  for (const Graph::Edge& edge : graph.edges) {
    ASSERT_LT(edge.to, graph.nodes.size());
    const double wins =
        static_cast<double>(graph.nodes[edge.from].wins + graph.nodes[edge.to].wins);
    EXPECT_DOUBLE_EQ(edge.weight, static_cast<double>(edge.count) / wins);
  }
  ColumnOracle oracle;
  for (const Sample& sample : stream.samples) loaded.step(sample, oracle);
  EXPECT_GT(loaded.counters().labels, 0U);
}

TEST(Privacy, AnAnsweredQuestionKeepsNothingOfItsSample) {
  Stream stream = stream_of(StrategyKind::kExplorer);
  const LedgerEntry entry = stream.session.ledger().at(0);
  ASSERT_EQ(entry.values, stream.samples[entry.time].values);
  stream.session.teach(entry.id, "left");
  EXPECT_TRUE(stream.session.ledger().at(0).values.empty());
  stream.session.skip(stream.session.ledger().at(1).id);
  EXPECT_TRUE(stream.session.ledger().at(1).values.empty());
}

}  // namespace
}  // namespace mpart
