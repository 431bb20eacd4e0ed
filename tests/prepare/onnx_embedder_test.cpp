#include <gtest/gtest.h>

#include <charconv>
#include <cstring>

#include "mpart/embedder.hpp"
#include "prepare/message_of.hpp"
#include "prepare/tiny_networks.hpp"
#include "temporary_folder.hpp"

using namespace mpart;
using namespace mpart::test;

namespace {

class OnnxEmbedder : public testing::Test {
 protected:
  std::string write(const std::string& bytes) const {
    tests::overwrite(path_, bytes);
    return path_;
  }
  std::unique_ptr<Embedder> open(const onnx::Model& model, std::size_t image_size = 0) const {
    return open_embedder(write(model.bytes()), image_size);
  }
  // Without the path before it.
  std::string problem_of(const std::string& bytes) const {
    const std::string message = message_of([&] { open_embedder(write(bytes)); });
    return message.starts_with(path_ + ": ") ? message.substr(path_.size() + 2) : message;
  }
  std::string problem_of(const onnx::Model& model) const { return problem_of(model.bytes()); }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_.file("e.onnx");
  Random random_{3};
};

std::vector<float> part(const std::vector<float>& values, std::size_t row, std::size_t width) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(row * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

void expect_near(const std::vector<float>& found, const std::vector<float>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 2e-5) << i;
}

std::string text_of(const std::vector<float>& values) {
  std::string text;
  char buffer[32];
  for (const float value : values) {
    if (!text.empty()) text += ' ';
    text.append(buffer, std::to_chars(buffer, std::end(buffer), value).ptr);
  }
  return text;
}

onnx::Model with_probe(onnx::Model model, const std::vector<float>& in,
                       const std::vector<float>& out) {
  model.metadata = {{"mpart.probe.input", text_of(in)}, {"mpart.probe.output", text_of(out)}};
  return model;
}

}  // namespace

TEST_F(OnnxEmbedder, AnMlpGivesWhatPlainLoopsGive) {
  const TinyMlp plain({17, 9, 6, 4});
  const auto embedder = open(plain.model());
  EXPECT_EQ(embedder->name(), path_);
  EXPECT_EQ(embedder->input_width(), 17U);
  EXPECT_EQ(embedder->output_width(), 4U);
  const std::vector<float> in = random_floats(17 * 3, random_);
  std::vector<float> out;
  embedder->embed(in, 3, out);
  ASSERT_EQ(out.size(), 12U);
  for (std::size_t row = 0; row < 3; ++row) {
    expect_near(part(out, row, 4), plain(part(in, row, 17)));
  }
}

TEST_F(OnnxEmbedder, AConvolutionGivesWhatPlainLoopsGive) {
  const TinyConvolution plain(3, 5);
  const auto embedder = open(plain.model(8));
  EXPECT_EQ(embedder->input_width(), 3U * 8 * 8);
  EXPECT_EQ(embedder->output_width(), 5U);
  const std::vector<float> in = random_floats(2 * embedder->input_width(), random_);
  std::vector<float> out;
  embedder->embed(in, 2, out);
  for (std::size_t row = 0; row < 2; ++row) {
    expect_near(part(out, row, 5), plain(part(in, row, embedder->input_width()), 8));
  }
}

TEST_F(OnnxEmbedder, PicturesOfAnySizeTakeTheSizeThatIsGiven) {
  const TinyConvolution plain(3, 5);
  const auto embedder = open(plain.model(onnx::kAny), 6);
  EXPECT_EQ(embedder->input_width(), 3U * 6 * 6);
  const std::vector<float> in = random_floats(embedder->input_width(), random_);
  std::vector<float> out;
  embedder->embed(in, 1, out);
  expect_near(out, plain(in, 6));
  EXPECT_EQ(problem_of(plain.model(onnx::kAny)),
            "takes pictures of any size: an image size is needed");
}

TEST_F(OnnxEmbedder, ABatchGivesTheSameAsOneByOne) {
  constexpr std::size_t kRows = 600;  // more than two of its own batches
  const auto embedder = open(TinyMlp({17, 9, 4}).model());
  const std::vector<float> in = random_floats(17 * kRows, random_);
  std::vector<float> together;
  std::vector<float> alone;
  embedder->embed(in, kRows, together);
  for (std::size_t row = 0; row < kRows; ++row) {
    embedder->embed(std::span(in).subspan(row * 17, 17), 1, alone);
    expect_near(part(together, row, 4), alone);
  }
  embedder->embed({}, 0, alone);
  EXPECT_TRUE(alone.empty());
}

TEST_F(OnnxEmbedder, AFixedNumberOfRowsIsFilledUp) {
  const TinyConvolution plain(1, 2);
  const auto embedder = open(plain.model(5, 3));
  const std::vector<float> in = random_floats(25 * 4, random_);
  std::vector<float> out;
  embedder->embed(in, 4, out);
  ASSERT_EQ(out.size(), 8U);
  for (std::size_t row = 0; row < 4; ++row) {
    expect_near(part(out, row, 2), plain(part(in, row, 25), 5));
  }
}

// Reshape to [1, 6] is what an export of a single picture has in it.
TEST_F(OnnxEmbedder, ANetworkWithABatchOfOneBuiltInIsRunOneByOne) {
  onnx::Model model;
  model.inputs = {onnx::value_info("images", {onnx::kAny, 1, 2, 3})};
  std::string shape = onnx::number(1, 2) + onnx::number(2, 7) + onnx::text(8, "shape");
  shape += onnx::text(9, std::string("\1\0\0\0\0\0\0\0\6\0\0\0\0\0\0\0", 16));
  model.weights = {shape};
  model.nodes = {onnx::node("Reshape", {"images", "shape"}, "flat"),
                 onnx::node("Relu", {"flat"}, "embedding")};
  const auto embedder = open(model);
  ASSERT_EQ(embedder->output_width(), 6U);
  const std::vector<float> in = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::vector<float> out;
  embedder->embed(in, 2, out);
  EXPECT_EQ(out, in);
}

// OpenCV's dnn gave (rows, 1) for such a file, and said nothing.
TEST_F(OnnxEmbedder, AnotherShapeThanTheFileDeclaresIsRefused) {
  onnx::Model model;
  model.inputs = {onnx::value_info("input", {onnx::kAny, 3})};
  model.nodes = {onnx::node("ReduceMax", {"input"}, "embedding", {{"axes", {1}}})};
  model.output = onnx::value_info("embedding", {onnx::kAny, 8});
  EXPECT_NE(problem_of(model), "no error");
  model.output = onnx::value_info("embedding", {onnx::kAny});
  EXPECT_NE(problem_of(model), "no error");
  model.output = onnx::value_info("embedding", {onnx::kAny, 1});
  EXPECT_EQ(open(model)->output_width(), 1U);
}

TEST_F(OnnxEmbedder, OfSeveralOutputsTheFirstOrTheNamedOneIsGiven) {
  onnx::Model model;
  model.inputs = {onnx::value_info("input", {onnx::kAny, 2})};
  model.nodes = {onnx::node("Relu", {"input"}, "embedding"),
                 onnx::node("ReduceMax", {"input"}, "largest", {{"axes", {1}}})};
  model.more_outputs = {onnx::value_info("largest", {onnx::kAny, 1})};
  const std::vector<float> in = {3, -4};
  std::vector<float> out;
  open(model)->embed(in, 1, out);
  EXPECT_EQ(out, (std::vector<float>{3, 0}));
  open_embedder(path_, 0, "largest")->embed(in, 1, out);
  EXPECT_EQ(out, std::vector<float>{3});
  EXPECT_EQ(message_of([&] { open_embedder(path_, 0, "least"); }),
            path_ + ": no output \"least\"; it has embedding, largest");
}

TEST_F(OnnxEmbedder, InputsOfWholeNumbersAndHalvesAreConverted) {
  for (const std::uint64_t type : {2, 3, 6, 7, 10, 11}) {
    onnx::Model model;
    model.inputs = {onnx::value_info("input", {onnx::kAny, 3}, type)};
    model.output = onnx::value_info("embedding", {onnx::kAny, 3});
    model.nodes = {onnx::node("Cast", {"input"}, "embedding", {}, {{"to", 1}})};
    const auto embedder = open(model);
    const std::vector<float> in = {0, 1, 127, 3, 4, 5};
    std::vector<float> out;
    embedder->embed(in, 2, out);
    EXPECT_EQ(out, in) << type;
    if (type > 7) continue;
    EXPECT_NE(message_of([&] {
                embedder->embed(std::vector{1.F, 0.5F, 2.F}, 1, out);
              }).find("value 2 is 0.5, a whole number from "),
              std::string::npos);
  }
}

TEST_F(OnnxEmbedder, WeightsInAFileBesideItAreRead) {
  const TinyMlp plain({3, 2});
  onnx::Model model = plain.model();
  std::string bytes(plain.weights[0].size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), plain.weights[0].data(), bytes.size());
  folder_.write("e.data", "1234" + bytes);
  model.weights[0] = onnx::tensor_elsewhere("w0", {2, 3}, "e.data", 4, bytes.size());
  std::vector<float> out;
  open(model)->embed(std::vector{1.F, 2.F, 3.F}, 1, out);
  expect_near(out, plain({1, 2, 3}));
  EXPECT_EQ(message_of([&] { read_embedder(model.bytes(), "e.onnx"); }),
            "e.onnx: its weights are in another file: open it by its path");
  folder_.write("e.data", bytes);
  EXPECT_EQ(problem_of(model), "its weights in e.data: 24 bytes at 4 expected, the file has 24");
}

// A sum over the batch, as wrongly exported normalisations have it.
TEST_F(OnnxEmbedder, ASampleThatDependsOnItsCompanyIsRunAloneOrRefused) {
  onnx::Model model;
  model.inputs = {onnx::value_info("input", {onnx::kAny, 2})};
  model.nodes = {onnx::node("ReduceMax", {"input"}, "most", {{"axes", {0}}}),
                 onnx::node("Add", {"input", "most"}, "embedding")};
  const auto embedder = open(model);
  std::vector<float> out;
  embedder->embed(std::vector{1.F, 2.F, 30.F, 40.F}, 2, out);
  EXPECT_EQ(out, (std::vector<float>{2, 4, 60, 80}));
  model.inputs = {onnx::value_info("input", {4, 2})};
  EXPECT_EQ(problem_of(model), "gives other values for a sample in other company");
}

TEST_F(OnnxEmbedder, TellsHowItTakesPictures) {
  const auto pictures = open(TinyConvolution(1, 2).model(5));
  ASSERT_NE(pictures->picture_input(), nullptr);
  EXPECT_EQ(pictures->picture_input()->width, 5U);
  EXPECT_EQ(pictures->picture_input()->channels, 1U);
  EXPECT_EQ(open(TinyMlp({3, 2}).model())->picture_input(), nullptr);
}

TEST_F(OnnxEmbedder, ARightProbeIsAcceptedAWrongOneIsNot) {
  const TinyMlp plain({17, 9, 4});
  const std::vector<float> in = random_floats(17, random_);
  std::vector<float> out = plain(in);
  EXPECT_EQ(open(with_probe(plain.model(), in, out))->output_width(), 4U);
  out[2] += 0.01F;
  EXPECT_TRUE(problem_of(with_probe(plain.model(), in, out))
                  .starts_with("gives other values than when it was written: ONNX Runtime 1."));
  EXPECT_EQ(problem_of(with_probe(plain.model(), {1, 2}, out)), "its probe is damaged");
  out[2] = std::nanf("");
  EXPECT_TRUE(problem_of(with_probe(plain.model(), in, out)).starts_with("gives other values"));
}

TEST_F(OnnxEmbedder, WhatIsNoNetworkIsNamed) {
  EXPECT_EQ(message_of([] { open_embedder("no/e.onnx"); }), "no/e.onnx: No such file or directory");
  const std::string bytes = TinyMlp({17, 9, 4}).model().bytes();
  EXPECT_EQ(problem_of("x,y\n1,2\n"), "not an ONNX network");
  EXPECT_EQ(problem_of(bytes.substr(0, bytes.size() / 2)), "not an ONNX network");
  EXPECT_EQ(problem_of(std::string()), "not an ONNX network");
}

TEST_F(OnnxEmbedder, AnUnsupportedOperatorIsNamedAndNothingIsPrinted) {
  onnx::Model model = TinyMlp({17, 9, 4}).model();
  model.nodes.insert(model.nodes.begin() + 1, onnx::node("Fourier", {"sum0"}, "f"));
  testing::internal::CaptureStderr();
  const std::string problem = problem_of(model);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_TRUE(problem.starts_with("operator Fourier is not supported by ONNX Runtime 1."))
      << problem;
}

TEST_F(OnnxEmbedder, ANetworkThatCannotBeRunIsRefusedWhenItIsOpened) {
  TinyMlp wrong({17, 9, 4});
  onnx::Model model = wrong.model();
  model.inputs = {onnx::value_info("input", {onnx::kAny, 18})};
  EXPECT_NE(problem_of(model).find("Gemm"), std::string::npos) << problem_of(model);
  model.inputs = {onnx::value_info("input", {onnx::kAny, onnx::kAny})};
  EXPECT_EQ(problem_of(model),
            "input [N, width] or [N, channels, height, width] expected, [any, any] found");
  model.inputs = {onnx::value_info("input", {17})};
  EXPECT_EQ(problem_of(model),
            "input [N, width] or [N, channels, height, width] expected, [17] found");
  model = wrong.model();
  model.inputs.push_back(onnx::value_info("second", {1, 2}));
  EXPECT_EQ(problem_of(model), "2 inputs found, 1 expected");
  wrong.biases[1][0] = std::nanf("");
  EXPECT_EQ(problem_of(wrong.model()), "gives values that are not finite");
}

TEST_F(OnnxEmbedder, OtherThanRowsTimesWidthIsRefused) {
  const auto embedder = open(TinyMlp({17, 4}).model());
  std::vector<float> out;
  EXPECT_EQ(message_of([&] { embedder->embed(std::vector<float>(30), 2, out); }),
            path_ + ": 34 values expected, 30 given");
}
