#include "prepare/own_network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "prepare/encoder.hpp"
#include "prepare/message_of.hpp"
#include "prepare/slow_encoder.hpp"
#include "prepare/tiny_networks.hpp"
#include "util/atomic_file.hpp"

namespace mpart::embed {
namespace {

Encoder random_encoder(NetworkKind kind, std::size_t width) {
  Random random(1);
  return make_encoder(kind, width, 4, random);
}

std::string list_text(const std::vector<float>& values) {
  std::string text;
  for (const float value : values) text += std::to_string(value) + " ";
  return text;
}

// What opening the bytes says without the name; "opened" and "other" for what is no error.
std::string outcome_of(const std::string& bytes) {
  std::string outcome;
  const std::string message = test::message_of(
      [&] { outcome = open_own_network(bytes, "e.onnx") == nullptr ? "other" : "opened"; });
  if (!outcome.empty()) return outcome;
  EXPECT_TRUE(message.starts_with("e.onnx: ")) << message;
  return message.substr(8);
}

std::string replaced(std::string bytes, const std::string& from, const std::string& to) {
  const std::size_t at = bytes.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return bytes.replace(at, from.size(), to);
}

struct Case {
  const char* name;
  NetworkKind kind;
  std::size_t width;
};

class OwnNetwork : public testing::TestWithParam<Case> {
 protected:
  Encoder encoder_ = random_encoder(GetParam().kind, GetParam().width);
  std::unique_ptr<Embedder> network_ = open_own_network(encode_onnx(encoder_, {}), "e.onnx");
};

TEST_P(OwnNetwork, GivesWhatPlainLoopsGive) {
  constexpr std::size_t kRows = 300;  // more than two of its own batches
  ASSERT_NE(network_, nullptr);
  EXPECT_EQ(network_->name(), "e.onnx");
  ASSERT_EQ(network_->input_width(), GetParam().width);
  ASSERT_EQ(network_->output_width(), 4U);
  Random random(2);
  const std::vector<float> in = test::random_floats(kRows * GetParam().width, random, 3);
  std::vector<float> out;
  network_->embed(in, kRows, out);
  ASSERT_EQ(out.size(), kRows * 4);
  for (std::size_t row = 0; row < kRows; row += 7) {
    const std::span<const float> sample(&in[row * GetParam().width], GetParam().width);
    const std::vector<double> expected = test::slow_run(encoder_, sample);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(out[row * 4 + i], std::clamp(expected[i], 0.0, 1.0), 1e-5) << row;
    }
  }
}

TEST_P(OwnNetwork, ASampleAloneHasTheSameBitsAsAmongOthers) {
  constexpr std::size_t kRows = 131;
  Random random(3);
  const std::size_t width = GetParam().width;
  const std::vector<float> in = test::random_floats(kRows * width, random);
  std::vector<float> together, alone;
  network_->embed(in, kRows, together);
  for (std::size_t row = 0; row < kRows; ++row) {
    network_->embed(std::span(in).subspan(row * width, width), 1, alone);
    EXPECT_TRUE(std::equal(alone.begin(), alone.end(), &together[row * 4])) << row;
  }
  network_->embed({}, 0, alone);
  EXPECT_TRUE(alone.empty());
  EXPECT_EQ(test::message_of([&] { network_->embed(in, 2, alone); }),
            "e.onnx: " + std::to_string(2 * width) + " values expected, " +
                std::to_string(in.size()) + " given");
}

TEST_P(OwnNetwork, IsCheckedByItsProbe) {
  const std::vector<float> in(GetParam().width, 0.5F);
  std::vector<float> out;
  network_->embed(in, 1, out);
  const auto with_probe = [&](const std::vector<float>& from, const std::vector<float>& to) {
    return outcome_of(encode_onnx(
        encoder_, {{"mpart.probe.input", list_text(from)}, {"mpart.probe.output", list_text(to)}}));
  };
  EXPECT_EQ(with_probe(in, out), "opened");
  out[2] += 0.01F;
  EXPECT_EQ(with_probe(in, out),
            "gives other values than when it was written: its file is damaged");
  out[2] = NAN;
  EXPECT_EQ(with_probe(in, out),
            "gives other values than when it was written: its file is damaged");
  EXPECT_EQ(with_probe({1, 2}, out), "its probe is damaged");
}

INSTANTIATE_TEST_SUITE_P(, OwnNetwork,
                         testing::Values(Case{"mlp", NetworkKind::kMlp, 50},
                                         Case{"cnn", NetworkKind::kCnn, 49},
                                         Case{"cnn_of_colours", NetworkKind::kCnn, 3 * 36}),
                         [](const auto& it) { return std::string(it.param.name); });

// Whatever happens to a byte, a file is opened, refused, or not taken for one of ours.
TEST(OpenOwnNetwork, NoCutOrChangedFileDoesHarm) {
  const Dense dense{8, 2, std::vector<float>(16, 0.1F), {0, 1}};
  const Encoder mlp{{}, {}, {dense, {2, 1, {1, 1}, {0}}}};
  const Encoder cnn{{1, 4}, {{1, 2, std::vector<float>(18, 0.1F), {0, 1}}}, {dense}};
  for (const Encoder& encoder : {mlp, cnn}) {
    const std::string bytes = encode_onnx(encoder, {{"key", "value"}});
    EXPECT_EQ(outcome_of(bytes), "opened");
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      outcome_of(bytes.substr(0, at));
      for (const int flip : {0x01, 0x10, 0x80, 0x7F}) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ flip);
        outcome_of(changed);
      }
    }
  }
}

TEST(OpenOwnNetwork, TakesFilesOfEarlierVersions) {
  const auto network = open_own_network(read_file(MPART_SOURCE_DIR "/models/fashion-mnist-4d.onnx"),
                                        "fashion-mnist-4d.onnx");
  ASSERT_NE(network, nullptr);
  EXPECT_EQ(network->input_width(), 784U);
  EXPECT_EQ(network->output_width(), 4U);
}

TEST(OpenOwnNetwork, LeavesOtherNetworksToOthers) {
  EXPECT_EQ(outcome_of(test::TinyMlp({17, 9, 4}).model().bytes()), "other") << "no Clip";
  EXPECT_EQ(outcome_of(test::TinyConvolution(1, 2).model(5).bytes()), "other");
  EXPECT_EQ(outcome_of(""), "other");
  EXPECT_EQ(outcome_of("x,y\n1,2\n"), "other");
  const std::string bytes = encode_onnx(random_encoder(NetworkKind::kCnn, 49), {});
  EXPECT_EQ(outcome_of(bytes), "opened");
  EXPECT_EQ(outcome_of(replaced(bytes, "Relu\x0A", "Tanh\x0A")), "other");
  EXPECT_EQ(outcome_of(replaced(bytes, "strides\x40\x02\x40\x02", "strides\x40\x01\x40\x01")),
            "other");
  EXPECT_EQ(
      outcome_of(replaced(bytes, std::string("transB\x18\x01"), std::string("transB\x18\0", 8))),
      "other");
  EXPECT_EQ(outcome_of(replaced(bytes, "B\x02\x10\x0A", "B\x02\x10\x0B")), "other") << "opset 11";
}

TEST(OpenOwnNetwork, NamesWhatDoesNotFit) {
  Encoder encoder = random_encoder(NetworkKind::kMlp, 5);
  encoder.dense[1].in = 99;  // 100 come out of the layer before
  EXPECT_EQ(outcome_of(encode_onnx(encoder, {})),
            "damaged: constant_3 does not fit the rest of the network");
  encoder = random_encoder(NetworkKind::kMlp, 5);
  encoder.dense[0].weights.pop_back();
  EXPECT_EQ(outcome_of(encode_onnx(encoder, {})),
            "damaged: constant_1 does not fit the rest of the network");
  encoder = random_encoder(NetworkKind::kMlp, 5);
  encoder.dense[2].bias[7] = NAN;
  EXPECT_EQ(outcome_of(encode_onnx(encoder, {})),
            "damaged: constant_6 does not fit the rest of the network");
  encoder = random_encoder(NetworkKind::kCnn, 49);
  encoder.picture.channels = 2;
  EXPECT_EQ(outcome_of(encode_onnx(encoder, {})),
            "damaged: constant_2 does not fit the rest of the network");
  encoder = random_encoder(NetworkKind::kCnn, 49);
  encoder.picture.side = std::size_t{1} << 33;
  EXPECT_EQ(outcome_of(encode_onnx(encoder, {})), "other") << "a width of 0 is no width";
  encoder.picture.side = std::size_t{1} << 13;  // its first layer would have 2^29 values
  EXPECT_EQ(outcome_of(encode_onnx(encoder, {})),
            "damaged: constant_2 does not fit the rest of the network");
}

}  // namespace
}  // namespace mpart::embed
