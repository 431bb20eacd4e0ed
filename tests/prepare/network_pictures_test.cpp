#include "prepare/network_pictures.hpp"

#include <gtest/gtest.h>

#include "prepare/message_of.hpp"
#include "prepare/onnx_runtime_table.hpp"

using namespace mpart;
using namespace mpart::test;
using embed::OnnxOutline;
using embed::picture_input_of;

namespace {

constexpr std::int64_t kAny = OnnxOutline::kAny;

OnnxOutline network_of(std::vector<std::int64_t> shape,
                       std::map<std::string, std::string> metadata = {},
                       int type = embed::ort::kFloat) {
  OnnxOutline network;
  network.inputs = {{"images", type, std::move(shape), true}};
  for (const auto& [key, value] : metadata) network.metadata["mpart.image." + key] = value;
  return network;
}

PictureInput input_of(const OnnxOutline& network, std::size_t image_size = 0) {
  return picture_input_of(network, "n.onnx", image_size).value();
}

std::string problem_of(const OnnxOutline& network, std::size_t image_size = 0) {
  return message_of([&] { picture_input_of(network, "n.onnx", image_size); });
}

}  // namespace

TEST(NetworkPictures, SizeChannelsAndLayoutComeFromTheShape) {
  const PictureInput first = input_of(network_of({kAny, 3, 160, 224}));
  EXPECT_EQ(first.height, 160U);
  EXPECT_EQ(first.width, 224U);
  EXPECT_EQ(first.channels, 3U);
  EXPECT_FALSE(first.channels_last);
  EXPECT_EQ(first.scale, 1 / 255.);
  const PictureInput last = input_of(network_of({1, 64, 32, 1}));
  EXPECT_TRUE(last.channels_last);
  EXPECT_EQ(last.channels, 1U);
  EXPECT_EQ(last.height, 64U);
  EXPECT_EQ(last.width, 32U);
  EXPECT_FALSE(picture_input_of(network_of({kAny, 784}), "n.onnx", 0).has_value());
}

TEST(NetworkPictures, WholeNumbersAreBytes) {
  const PictureInput input = input_of(network_of({1, 8, 8, 3}, {}, embed::ort::kUint8));
  EXPECT_TRUE(input.is_whole);
  EXPECT_EQ(input.scale, 1);
}

TEST(NetworkPictures, MetadataSaysWhatTheShapeLeavesOpen) {
  const PictureInput input = input_of(network_of({kAny, kAny, kAny, kAny}, {{"size", "224 192"},
                                                                            {"layout", "NHWC"},
                                                                            {"channels", "bgr"},
                                                                            {"scale", "1"},
                                                                            {"mean", "127"},
                                                                            {"std", "1 2, 3"}}));
  EXPECT_EQ(input.height, 224U);
  EXPECT_EQ(input.width, 192U);
  EXPECT_TRUE(input.channels_last);
  EXPECT_TRUE(input.bgr);
  EXPECT_EQ(input.scale, 1);
  EXPECT_EQ(input.mean, std::vector<float>{127});
  EXPECT_EQ(input.std, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(input_of(network_of({kAny, kAny, 8, 8}, {{"channels", "grey"}})).channels, 1U);
}

TEST(NetworkPictures, AnImageSizeIsNeededOnlyToDiffer) {
  EXPECT_EQ(problem_of(network_of({kAny, 3, kAny, kAny})),
            "n.onnx: takes pictures of any size: an image size is needed");
  EXPECT_EQ(input_of(network_of({kAny, 3, kAny, kAny}), 96).width, 96U);
  EXPECT_EQ(input_of(network_of({kAny, 3, kAny, kAny}, {{"size", "224"}})).height, 224U);
  EXPECT_EQ(input_of(network_of({kAny, 3, kAny, kAny}, {{"size", "224"}}), 96).height, 96U);
  EXPECT_EQ(input_of(network_of({kAny, 3, 224, 224}), 224).height, 224U);
  EXPECT_EQ(problem_of(network_of({kAny, 3, 224, 224}), 96),
            "n.onnx: takes pictures of 224 x 224 pixels, not of image size 96");
}

TEST(NetworkPictures, MetadataThatCannotBeRightIsNamed) {
  const auto problem = [](const std::string& key, const std::string& value) {
    return problem_of(network_of({kAny, 3, 8, 8}, {{key, value}}));
  };
  EXPECT_EQ(problem("size", "8 8 8"),
            "n.onnx: mpart.image.size is \"8 8 8\", one or two whole numbers of pixels expected");
  EXPECT_EQ(problem("size", "x"), "n.onnx: mpart.image.size is \"x\", numbers expected");
  EXPECT_EQ(problem("layout", "CHW"),
            "n.onnx: mpart.image.layout is \"CHW\", NCHW or NHWC expected");
  EXPECT_EQ(problem("channels", "cmyk"),
            "n.onnx: mpart.image.channels is \"cmyk\", rgb, bgr or grey expected");
  EXPECT_EQ(problem("mean", "1 2"),
            "n.onnx: mpart.image.mean is \"1 2\", a number, or one for each channel, expected");
  EXPECT_EQ(problem("std", "0"), "n.onnx: mpart.image.std is \"0\", numbers above 0 expected");
  EXPECT_EQ(problem("scale", "-1"),
            "n.onnx: mpart.image.scale is \"-1\", numbers above 0 expected");
}
