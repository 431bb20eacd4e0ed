#include <gtest/gtest.h>

#include "prepare/encoder.hpp"
#include "prepare/onnx_decoder.hpp"
#include "prepare/onnx_format.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/protobuf_reader.hpp"
#include "util/atomic_file.hpp"

namespace mpart::embed {
namespace {

Metadata read_metadata_in_order(const std::string& bytes) {
  Metadata metadata;
  for (ProtobufReader model(bytes); model.next();) {
    if (model.field() != onnx::model::kMetadata) continue;
    auto& [key, value] = metadata.emplace_back();
    for (ProtobufReader entry(model.bytes()); entry.next();) {
      (entry.field() == onnx::entry::kKey ? key : value) = entry.text();
    }
  }
  return metadata;
}

Encoder random_encoder(NetworkKind kind, std::size_t width) {
  Random random(1);
  return make_encoder(kind, width, 4, random);
}

// The file was written by libonnx, with which earlier versions were built.
TEST(OnnxFile, IsByteForByteWhatLibonnxWrites) {
  const std::string bytes = read_file(MPART_SOURCE_DIR "/models/fashion-mnist-4d.onnx");
  const std::optional<Encoder> encoder = decode_onnx(bytes, "e.onnx");
  ASSERT_TRUE(encoder.has_value());
  EXPECT_TRUE(encode_onnx(*encoder, read_metadata_in_order(bytes)) == bytes);
}

TEST(OnnxFile, WhatIsWrittenIsReadBack) {
  for (const auto& [kind, width] :
       {std::pair{NetworkKind::kMlp, 17}, {NetworkKind::kCnn, 81}, {NetworkKind::kCnn, 3 * 16}}) {
    const Encoder written = random_encoder(kind, static_cast<std::size_t>(width));
    const std::string bytes = encode_onnx(written, {{"a", "1"}, {"b", ""}});
    const std::optional<Encoder> read = decode_onnx(bytes, "e.onnx");
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->picture.channels, written.picture.channels);
    EXPECT_EQ(read->picture.side, written.picture.side);
    ASSERT_EQ(read->convolutions.size(), written.convolutions.size());
    for (std::size_t i = 0; i < read->convolutions.size(); ++i) {
      EXPECT_EQ(read->convolutions[i].weights, written.convolutions[i].weights);
      EXPECT_EQ(read->convolutions[i].bias, written.convolutions[i].bias);
    }
    ASSERT_EQ(read->dense.size(), written.dense.size());
    for (std::size_t i = 0; i < read->dense.size(); ++i) {
      EXPECT_EQ(read->dense[i].weights, written.dense[i].weights);
      EXPECT_EQ(read->dense[i].bias, written.dense[i].bias);
    }
    EXPECT_EQ(read_onnx_outline(bytes, "e.onnx").metadata.at("a"), "1");
  }
}

TEST(OnnxFile, SaysItsInputAndOutput) {
  const OnnxOutline file =
      read_onnx_outline(encode_onnx(random_encoder(NetworkKind::kCnn, 49), {}), "e.onnx");
  ASSERT_EQ(file.inputs.size(), 1U);
  EXPECT_EQ(file.inputs[0].name, "input");
  EXPECT_EQ(file.inputs[0].shape, (std::vector<std::int64_t>{OnnxOutline::kAny, 49}));
  EXPECT_EQ(file.outputs.size(), 1U);
}

}  // namespace
}  // namespace mpart::embed
