#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include "mpart/error.hpp"
#include "mpart/learner.hpp"
#include "reference/compare.hpp"
#include "reference/streams.hpp"

// What every learner promises. A new one joins by one line in kLearners.
namespace mpart {
namespace {

using reference::bytes_of;
using reference::Draw;
using reference::RandomStream;
using reference::Shape;

struct LearnerCase {
  const char* name;
  const char* learner;
  bool keeps_samples = false;  // a label makes a node, which stays when the label is withdrawn
};
void PrintTo(const LearnerCase& learner, std::ostream* out) { *out << learner.name; }

constexpr LearnerCase kLearners[] = {
    {"Mpart", "mpart"},
    {"Plus", "plus"},
    {"Lpart", "lpart"},
    {"Asoinn", "asoinn,lambda=40"},
    {"Mlp", "mlp,hidden=8,layers=2,epochs=5", true},
    {"Nearest", "nearest"},
    {"Knn", "knn", true},
};

// Equal to the last bit.
void expect_identical(const Prediction& a, const Prediction& b) {
  EXPECT_EQ(a.winner, b.winner);
  EXPECT_EQ(a.activated, b.activated);
  EXPECT_EQ(a.created, b.created);
  EXPECT_EQ(a.coactivated, b.coactivated);
  EXPECT_EQ(a.clipped, b.clipped);
  EXPECT_EQ(a.known, b.known);
  EXPECT_EQ(a.best, b.best);
  EXPECT_EQ(a.probability, b.probability);
  EXPECT_EQ(a.epistemic, b.epistemic);
  EXPECT_EQ(a.aleatoric, b.aleatoric);
  EXPECT_EQ(a.uncertainty, b.uncertainty);
  EXPECT_EQ(a.density, b.density);
  EXPECT_EQ(a.score, b.score);
}

class Contract : public testing::TestWithParam<LearnerCase> {
 protected:
  std::unique_ptr<Learner> make(Parameters parameters = {}) const {
    parameters.learner = GetParam().learner;
    return make_learner(parameters);
  }

  // `length` samples of four features, about every tenth with a label.
  static void train(Learner& learner, std::size_t length, std::uint64_t seed) {
    Draw draw(seed);
    RandomStream stream(Shape::kClustered, 4, draw);
    Prediction out;
    for (std::size_t t = 0; t < length; ++t) {
      const std::vector<double>& values = stream.next();
      learner.observe(values, out);
      if (draw.chance(0.1)) learner.teach(values, std::to_string(draw.below(3)));
    }
  }

  static Prediction predict(const Learner& learner, const std::vector<double>& values) {
    Scratch scratch;
    Prediction out;
    learner.predict(values, scratch, out);
    return out;
  }
};

TEST_P(Contract, PredictChangesNothing) {
  auto learner = make();
  train(*learner, 300, 1);
  const std::string before = bytes_of(*learner);
  Draw draw(2);
  for (Shape shape : {Shape::kClustered, Shape::kUniform, Shape::kOutside}) {
    RandomStream stream(shape, 4, draw);
    for (int i = 0; i < 100; ++i) predict(*learner, stream.next());
  }
  EXPECT_EQ(bytes_of(*learner), before);
}

TEST_P(Contract, PredictDoesNotDependOnWhatItsArgumentsHeldBefore) {
  auto learner = make(), other = make();
  train(*learner, 300, 1);
  train(*other, 20, 2);
  Draw draw(3);
  RandomStream stream(Shape::kUniform, 4, draw);
  Scratch scratch;
  Prediction out;
  for (int i = 0; i < 100; ++i) {
    const std::vector<double>& values = stream.next();
    other->predict(values, scratch, out);
    learner->predict(values, scratch, out);
    expect_identical(out, predict(*learner, values));
  }
}

TEST_P(Contract, TheSameStreamMakesTheSameModel) {
  auto first = make(), second = make();
  train(*first, 300, 1);
  train(*second, 300, 1);
  EXPECT_EQ(bytes_of(*first), bytes_of(*second));
}

TEST_P(Contract, ALoadedModelGoesOnBitForBit) {
  for (std::size_t cut : {0, 1, 2, 10, 37, 200, 299}) {
    for (std::uint32_t max_nodes : {0, 12}) {
      Parameters parameters;
      parameters.max_nodes = max_nodes;
      auto whole = make(parameters), resumed = make(parameters);
      train(*whole, cut, 1);
      const std::string saved = bytes_of(*whole);
      Reader reader(saved);
      resumed->load(reader);
      EXPECT_TRUE(reader.done());
      EXPECT_EQ(bytes_of(*resumed), saved) << "cut " << cut;
      train(*whole, 300, 2);
      train(*resumed, 300, 2);
      EXPECT_EQ(bytes_of(*resumed), bytes_of(*whole)) << "cut " << cut;
      Draw draw(3);
      RandomStream stream(Shape::kUniform, 4, draw);
      for (int i = 0; i < 20; ++i) {
        const std::vector<double>& values = stream.next();
        expect_identical(predict(*resumed, values), predict(*whole, values));
      }
    }
  }
}

TEST_P(Contract, AnEmptyModelAnswersUnknown) {
  auto learner = make();
  EXPECT_EQ(learner->width(), 0u);
  EXPECT_EQ(learner->node_count(), 0u);
  Prediction out = predict(*learner, {0.1, 0.2});
  EXPECT_EQ(out.winner, kNoNode);
  EXPECT_FALSE(out.known);
  EXPECT_FALSE(out.activated);
  EXPECT_EQ(out.best, kNoClass);
  EXPECT_TRUE(out.probability.empty());
  EXPECT_TRUE(learner->graph().nodes.empty());
  EXPECT_EQ(learner->width(), 0u);
}

TEST_P(Contract, AnEmptyModelHasNoNodeToTeach) {
  auto learner = make();
  const std::vector<double> values{0.1, 0.2};
  EXPECT_THROW(learner->teach(values, "a"), Error);
  Receipt receipt;
  EXPECT_FALSE(learner->teach(NodeId{7}, "a", receipt));
}

TEST_P(Contract, WithoutAClassTheAnswerIsUnknown) {
  auto learner = make();
  Prediction out;
  learner->observe(std::vector{0.1, 0.2}, out);
  EXPECT_FALSE(out.known);
  EXPECT_EQ(out.best, kNoClass);
  EXPECT_TRUE(out.probability.empty());
  EXPECT_EQ(out.epistemic, 1);
  EXPECT_EQ(out.aleatoric, 0);
}

TEST_P(Contract, OneClassIsCertain) {
  auto learner = make();
  const std::vector<double> values{0.1, 0.2};
  Prediction out;
  learner->observe(values, out);
  learner->teach(values, "only");
  out = predict(*learner, values);
  EXPECT_TRUE(out.known);
  EXPECT_EQ(out.best, 0u);
  EXPECT_EQ(out.probability, std::vector{1.0});
  EXPECT_EQ(out.aleatoric, 0);
}

TEST_P(Contract, ThousandsOfClassesAreKeptApart) {
  auto learner = make();
  Draw draw(1);
  RandomStream stream(Shape::kUniform, 3, draw);
  Prediction out;
  for (int i = 0; i < 3000; ++i) {
    const std::vector<double> values = stream.next();
    learner->observe(values, out);
    learner->teach(values, "class " + std::to_string(i));
  }
  EXPECT_EQ(learner->classes().size(), 3000u);
  out = predict(*learner, stream.next());
  EXPECT_TRUE(out.known);
  EXPECT_EQ(out.probability.size(), 3000u);
  EXPECT_NEAR(std::accumulate(out.probability.begin(), out.probability.end(), 0.0), 1, 1e-9);
}

TEST_P(Contract, AnyTextIsALabel) {
  const std::vector<std::string> labels{"two words",           " ",
                                        "Größe 日本 🙂", std::string(100'000, 'x'),
                                        "comma, \"quote\"\n",  std::string("nul\0 inside", 11)};
  auto learner = make(), loaded = make();
  const std::vector<double> values{0.5, 0.5};
  Prediction out;
  learner->observe(values, out);
  for (const std::string& label : labels) learner->teach(values, label);
  EXPECT_EQ(learner->classes(), labels);
  const std::string saved = bytes_of(*learner);
  Reader reader(saved);
  loaded->load(reader);
  EXPECT_EQ(loaded->classes(), labels);
}

TEST_P(Contract, BadSamplesAreRefusedAndChangeNothing) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInf = std::numeric_limits<double>::infinity();
  auto learner = make();
  train(*learner, 50, 1);
  const std::string before = bytes_of(*learner);
  const std::vector<std::vector<double>> bad{{},
                                             {1, 2, 3},
                                             {1, 2, 3, 4, 5},
                                             {kNan, 0, 0, 0},
                                             {0, 0, 0, kNan},
                                             {0, kInf, 0, 0},
                                             {0, 0, -kInf, 0}};
  auto expect_refused = [](auto&& call) {
    try {
      call();
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInvalidData) << error.what();
    }
  };
  for (const auto& values : bad) {
    Prediction out;
    Scratch scratch;
    expect_refused([&] { learner->observe(values, out); });
    expect_refused([&] { learner->predict(values, scratch, out); });
    expect_refused([&] { learner->teach(values, "new"); });
  }
  EXPECT_EQ(bytes_of(*learner), before);
}

TEST_P(Contract, ABadFirstSampleLeavesTheModelEmpty) {
  auto learner = make();
  const std::string before = bytes_of(*learner);
  Prediction out;
  EXPECT_THROW(learner->observe(std::vector<double>{}, out), Error);
  EXPECT_THROW(learner->observe(std::vector{0.5, std::nan("")}, out), Error);
  EXPECT_EQ(learner->width(), 0u);
  EXPECT_EQ(bytes_of(*learner), before);
  learner->observe(std::vector{0.5}, out);
  EXPECT_EQ(learner->width(), 1u);
}

TEST_P(Contract, SamplesMayHaveOneFeatureOrHundreds) {
  for (std::size_t width : {1, 784}) {
    auto learner = make();
    Draw draw(width);
    RandomStream stream(Shape::kClustered, width, draw);
    Prediction out;
    for (int t = 0; t < 100; ++t) {
      const std::vector<double>& values = stream.next();
      learner->observe(values, out);
      if (t % 10 == 0) learner->teach(values, std::to_string(t % 20));
    }
    EXPECT_EQ(learner->width(), width);
    EXPECT_GT(learner->node_count(), 1u);
    EXPECT_TRUE(std::isfinite(out.score));
    EXPECT_EQ(learner->graph().nodes.front().lower.size(), width);
  }
}

TEST_P(Contract, TheNodeLimitHolds) {
  Parameters parameters;
  parameters.max_nodes = 10;
  auto learner = make(parameters);
  Draw draw(1);
  RandomStream stream(Shape::kUniform, 4, draw);
  Prediction out;
  for (int t = 0; t < 500; ++t) {
    const std::vector<double>& values = stream.next();
    learner->observe(values, out);
    ASSERT_LE(learner->node_count(), 10u);
    ASSERT_TRUE(out.winner < 10u || out.winner == kNoNode);
    if (t % 7 == 0) learner->teach(values, std::to_string(t % 5));
    ASSERT_TRUE(std::isfinite(out.score));
  }
}

TEST_P(Contract, AWithdrawnLabelLeavesNoTrace) {
  auto taught = make(), never = make();
  train(*taught, 100, 1);
  train(*never, 100, 1);
  const std::vector<double> values{0.5, 0.5, 0.5, 0.5};
  const Receipt receipt = taught->teach(values, "0");
  EXPECT_TRUE(taught->withdraw(receipt));
  expect_identical(predict(*taught, values), predict(*never, values));
  Draw draw(2);
  RandomStream stream(Shape::kUniform, 4, draw);
  for (int i = 0; i < 50; ++i) {
    const std::vector<double>& other = stream.next();
    expect_identical(predict(*taught, other), predict(*never, other));
  }
  if (!GetParam().keeps_samples) {
    EXPECT_EQ(bytes_of(*taught), bytes_of(*never));
  }
}

TEST_P(Contract, AWithdrawnLabelCanBeGivenAnew) {
  auto learner = make();
  train(*learner, 100, 1);
  const std::vector<double> values{0.5, 0.5, 0.5, 0.5};
  Receipt receipt = learner->teach(values, "wrong");
  EXPECT_TRUE(learner->withdraw(receipt));
  EXPECT_FALSE(learner->withdraw(receipt)) << "it has been taken back already";
  const NodeId node = receipt.node;
  EXPECT_TRUE(learner->teach(node, "right", receipt));
  EXPECT_EQ(receipt.node, node);
  EXPECT_EQ(learner->classes()[receipt.label], "right");
  EXPECT_EQ(learner->known_classes(), 4u) << "0, 1, 2 and right";
}

TEST_P(Contract, AClassWithoutLabelsIsNotKnown) {
  auto learner = make();
  const std::vector<double> values{0.5, 0.5};
  Prediction out;
  learner->observe(values, out);
  const Receipt receipt = learner->teach(values, "a");
  EXPECT_TRUE(learner->withdraw(receipt));
  out = predict(*learner, values);
  EXPECT_FALSE(out.known);
  EXPECT_EQ(out.best, kNoClass);
  EXPECT_EQ(learner->classes(), std::vector<std::string>{"a"});
}

TEST_P(Contract, TwoThreadsMayPredictAtOnce) {
  auto learner = make();
  train(*learner, 500, 1);
  std::vector<std::vector<double>> samples;
  Draw draw(2);
  RandomStream stream(Shape::kUniform, 4, draw);
  for (int i = 0; i < 2000; ++i) samples.push_back(stream.next());
  auto run = [&](std::vector<Prediction>& answers) {
    const Learner& shared = *learner;
    Scratch scratch;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      shared.predict(samples[i], scratch, answers[i]);
    }
  };
  std::vector<Prediction> alone(samples.size()), left(samples.size()), right(samples.size());
  run(alone);
  std::thread first([&] { run(left); }), second([&] { run(right); });
  first.join();
  second.join();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    expect_identical(left[i], alone[i]);
    expect_identical(right[i], alone[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Learners, Contract, testing::ValuesIn(kLearners),
                         [](const auto& learner) { return learner.param.name; });

}  // namespace
}  // namespace mpart
