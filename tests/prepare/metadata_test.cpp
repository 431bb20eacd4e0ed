#include <gtest/gtest.h>

#include "prepare/message_of.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/tiny_networks.hpp"

using namespace mpart;
using namespace mpart::test;
using embed::OnnxOutline;
using embed::read_onnx_outline;

namespace {

const std::string kNoNetwork = "e.onnx: not an ONNX network";

std::string problem_of(const std::string& bytes) {
  return message_of([&] { read_onnx_outline(bytes, "e.onnx"); });
}

}  // namespace

TEST(OnnxOutline, InputShapeAndMetadataAreRead) {
  onnx::Model model = TinyMlp({5, 3}).model();
  model.metadata = {{"mpart.seed", "1"}, {"note", "two\nlines"}, {"empty", ""}};
  const OnnxOutline file = read_onnx_outline(model.bytes(), "e.onnx");
  ASSERT_EQ(file.inputs.size(), 1U);
  EXPECT_EQ(file.inputs[0].name, "input");
  EXPECT_EQ(file.inputs[0].shape, (std::vector<std::int64_t>{OnnxOutline::kAny, 5}));
  ASSERT_EQ(file.outputs.size(), 1U);
  EXPECT_EQ(file.outputs[0].name, "embedding");
  const std::map<std::string, std::string> expected = {
      {"mpart.seed", "1"}, {"note", "two\nlines"}, {"empty", ""}};
  EXPECT_EQ(file.metadata, expected);
}

// Files of before 2019 list their weights among the inputs.
TEST(OnnxOutline, WeightsAreNoInputs) {
  onnx::Model model = TinyMlp({5, 3}).model();
  model.inputs.push_back(onnx::value_info("w0", {3, 5}));
  EXPECT_EQ(read_onnx_outline(model.bytes(), "e.onnx").inputs.size(), 1U);
}

TEST(OnnxOutline, NoCutFileIsAccepted) {
  const std::string bytes = TinyMlp({5, 3}).model().bytes();
  const std::size_t graph_end = bytes.size() - onnx::text(8, onnx::text(1, "") + "ab").size();
  for (std::size_t size = 0; size < graph_end; ++size) {
    EXPECT_EQ(problem_of(bytes.substr(0, size)), kNoNetwork) << size;
  }
}

TEST(OnnxOutline, OtherFilesAreRefused) {
  EXPECT_EQ(problem_of(""), kNoNetwork);
  EXPECT_EQ(problem_of("x0,x1,label\n1,2,a\n"), kNoNetwork);
  EXPECT_EQ(problem_of("\x93NUMPY\x01"), kNoNetwork);
  EXPECT_EQ(problem_of(onnx::text(2, "a message, but no graph")), kNoNetwork);
  EXPECT_EQ(problem_of(std::string(100, '\xFF')), kNoNetwork);
  const std::string bytes = TinyMlp({5, 3}).model().bytes();
  EXPECT_EQ(problem_of(bytes + bytes), kNoNetwork);
}

TEST(OnnxOutline, AGraphWithoutNodesInputsOrOutputsIsRefused) {
  onnx::Model model = TinyMlp({5, 3}).model();
  model.nodes.clear();
  EXPECT_EQ(problem_of(model.bytes()), kNoNetwork);
  model = TinyMlp({5, 3}).model();
  model.inputs.clear();
  EXPECT_EQ(problem_of(model.bytes()), kNoNetwork);
}

// A runtime might read behind the end.
TEST(OnnxOutline, AWeightWithLessDataThanItsShapeIsRefused) {
  onnx::Model model = TinyMlp({5, 3}).model();
  for (const std::size_t count : {0, 14, 16}) {
    model.weights[0] = onnx::tensor("w0", {3, 5}, std::vector<float>(count));
    EXPECT_EQ(problem_of(model.bytes()), kNoNetwork) << count;
  }
  const std::int64_t huge = std::int64_t{1} << 62;
  model.weights[0] = onnx::tensor("w0", {huge, huge}, std::vector<float>(15));
  EXPECT_EQ(problem_of(model.bytes()), kNoNetwork);
  const std::string attribute =
      onnx::text(1, "value") + onnx::text(5, onnx::tensor("", {7}, std::vector<float>(3)));
  model = TinyMlp({5, 3}).model();
  model.nodes.push_back(onnx::node("Constant", {}, "c") + onnx::text(5, attribute));
  EXPECT_EQ(problem_of(model.bytes()), kNoNetwork);
}
