// Files that are made to take all memory, all time, or the process.
#include <gtest/gtest.h>

#include <chrono>

#include "mpart/embedder.hpp"
#include "prepare/message_of.hpp"
#include "prepare/tiny_onnx.hpp"

using namespace mpart;
using namespace mpart::test;

namespace {

using Nodes = std::vector<std::string>;

onnx::Model model_of(Nodes nodes, std::vector<std::string> weights = {}) {
  onnx::Model model;
  model.inputs = {onnx::value_info("input", {onnx::kAny, 4})};
  model.nodes = std::move(nodes);
  model.weights = std::move(weights);
  return model;
}

std::string own_node(const std::string& type, const std::string& in, const std::string& out) {
  return onnx::node(type, {in}, out) + onnx::text(7, "own");
}

// In bounded time; without the name before it.
std::string problem_of(const onnx::Model& model) {
  const auto start = std::chrono::steady_clock::now();
  const std::string problem = message_of([&] { read_embedder(model.bytes(), "n"); });
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
  return problem.substr(problem.find(": ") + 2);
}

const std::string kTooMany = "more than 50000 operators, or a function that calls itself";

}  // namespace

TEST(HostileNetworks, ACircleOfOperatorsIsRefused) {
  EXPECT_NE(
      problem_of(model_of({onnx::node("Add", {"input", "b"}, "a"), onnx::node("Relu", {"a"}, "b"),
                           onnx::node("Relu", {"b"}, "embedding")}))
          .find("acyclic"),
      std::string::npos);
}

TEST(HostileNetworks, ATensorLargerThanTheMachineIsRefused) {
  for (const std::int64_t size :
       {std::int64_t{1} << 34, std::int64_t{1} << 40, std::int64_t{1} << 62}) {
    const std::string problem =
        problem_of(model_of({onnx::node("ConstantOfShape", {"size"}, "zeros"),
                             onnx::node("ReduceMax", {"zeros"}, "zero", {}, {{"keepdims", 0}}),
                             onnx::node("Add", {"input", "zero"}, "embedding")},
                            {onnx::whole_tensor("size", {size})}));
    EXPECT_EQ(problem.find("operator ConstantOfShape fails: "), 0U) << problem;
  }
}

TEST(HostileNetworks, ALoopWithoutAnEndIsEnded) {
  const std::string body = onnx::text(1, onnx::node("Identity", {"go"}, "on")) +
                           onnx::text(1, onnx::node("Abs", {"value"}, "next")) +
                           onnx::text(2, "body") + onnx::text(11, onnx::value_info("i", {}, 7)) +
                           onnx::text(11, onnx::value_info("go", {}, 9)) +
                           onnx::text(11, onnx::value_info("value", {onnx::kAny, 4})) +
                           onnx::text(12, onnx::value_info("on", {}, 9)) +
                           onnx::text(12, onnx::value_info("next", {onnx::kAny, 4}));
  const std::string yes = onnx::number(2, 9) + onnx::text(8, "yes") + onnx::text(9, "\1");
  const std::string attribute = onnx::text(1, "body") + onnx::text(6, body) + onnx::number(20, 5);
  const onnx::Model model = model_of(
      {onnx::node("Loop", {"times", "yes", "input"}, "embedding") + onnx::text(5, attribute)},
      {onnx::whole_tensor("times", {std::int64_t{1} << 60}, true), yes});
  EXPECT_EQ(problem_of(model), "operator Loop fails: it takes too long; a loop may have no end");
}

TEST(HostileNetworks, MoreOperatorsThanANetworkHasAreRefused) {
  Nodes nodes = {onnx::node("Abs", {"input"}, "t0")};
  for (int i = 1; i <= 50'000; ++i) {
    nodes.push_back(onnx::node("Abs", {"t" + std::to_string(i - 1)}, "t" + std::to_string(i)));
  }
  EXPECT_EQ(problem_of(model_of(nodes)), kTooMany);
}

TEST(HostileNetworks, FunctionsThatGrowWithoutBoundsAreRefused) {
  onnx::Model itself = model_of({own_node("f", "input", "embedding")});
  itself.functions = {onnx::function("f", {own_node("f", "in", "out")})};
  EXPECT_EQ(problem_of(itself), kTooMany);
  onnx::Model doubling = model_of({own_node("f0", "input", "embedding")});
  for (int i = 0; i < 64; ++i) {
    const std::string next = "f" + std::to_string(i + 1);
    doubling.functions.push_back(onnx::function(
        "f" + std::to_string(i), {own_node(next, "in", "half"), own_node(next, "half", "out")}));
  }
  doubling.functions.push_back(onnx::function("f64", {onnx::node("Abs", {"in"}, "out")}));
  EXPECT_EQ(problem_of(doubling), kTooMany);
  doubling.functions.erase(doubling.functions.begin(), doubling.functions.end() - 3);
  doubling.nodes = {own_node("f62", "input", "embedding")};
  EXPECT_EQ(read_embedder(doubling.bytes(), "n")->output_width(), 4U);
}

TEST(HostileNetworks, GraphsInGraphsAreReadToADepthOnly) {
  std::string graph = onnx::text(1, onnx::node("Abs", {"input"}, "a"));
  for (int i = 0; i < 1000; ++i) {
    graph = onnx::text(1, onnx::node("If", {"yes"}, "a") + onnx::text(5, onnx::text(6, graph)));
  }
  onnx::Model model =
      model_of({onnx::node("If", {"yes"}, "embedding") + onnx::text(5, onnx::text(6, graph))});
  EXPECT_EQ(problem_of(model), "not an ONNX network");
}

TEST(HostileNetworks, ABatchLargerThanTheMachineIsRefused) {
  onnx::Model model = model_of({onnx::node("Abs", {"input"}, "embedding")});
  model.inputs = {onnx::value_info("input", {std::int64_t{1} << 40, 4})};
  EXPECT_EQ(problem_of(model),
            "input [N, width] or [N, channels, height, width] expected, "
            "[1099511627776, 4] found");
}

TEST(HostileNetworks, ANumberDividedByNothingIsAnError) {
  onnx::Model model = model_of({onnx::node("Sub", {"input", "input"}, "zero"),
                                onnx::node("Div", {"input", "zero"}, "embedding")});
  model.inputs = {onnx::value_info("input", {onnx::kAny, 4}, 6)};
  model.output = onnx::value_info("embedding", {onnx::kAny, 4}, 6);
  EXPECT_EQ(problem_of(model), "operator Div fails: Integer division by zero");
}
