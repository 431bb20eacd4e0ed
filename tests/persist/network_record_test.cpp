#include "persist/network_record.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"

namespace mpart {
namespace {

const NetworkRecord kNone;
const NetworkRecord kOne{{{"umap.onnx", 7}}, ""};
const NetworkRecord kTwo{{{"resnet.onnx", 3}, {"umap.onnx", 7}}, "--image-size 28 --grey"};

std::string refusal(const NetworkRecord& state, const NetworkRecord& given) {
  try {
    state.require_same(given);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument);
    return error.what();
  }
  return "";
}

TEST(NetworkRecord, IsReadBack) {
  for (const NetworkRecord& record : {kNone, kOne, kTwo}) {
    EXPECT_EQ(refusal(NetworkRecord::decode(record.encode()), record), "");
    EXPECT_EQ(NetworkRecord::decode(record.encode()).encode(), record.encode());
  }
}

TEST(NetworkRecord, IsTheSameUnderAnotherName) {
  EXPECT_EQ(refusal(kOne, {{{"copy.onnx", 7}}, ""}), "");
}

TEST(NetworkRecord, NamesWhatDiffers) {
  EXPECT_EQ(refusal(kOne, kNone),
            "the state was made with a network, and none is given: --embedder umap.onnx is needed; "
            "or start with another --state");
  EXPECT_EQ(refusal(kNone, kOne),
            "--embedder umap.onnx: the state was made without a network; leave it out; or start "
            "with another --state");
  EXPECT_EQ(refusal(kOne, {{{"umap.onnx", 8}}, ""}),
            "--embedder umap.onnx: the state was made with another file of this name; or start "
            "with another --state");
  EXPECT_EQ(refusal(kTwo, kOne),
            "--embedder umap.onnx: the state was made with resnet.onnx, umap.onnx; or start with "
            "another --state");
  EXPECT_EQ(refusal(kTwo, {kTwo.networks, "--image-size 32 --grey"}),
            "--image-size 32 --grey: the state was made with --image-size 28 --grey; or start with "
            "another --state");
  EXPECT_EQ(refusal(kTwo, {kTwo.networks, ""}),
            "no flags for pictures: the state was made with --image-size 28 --grey; or start with "
            "another --state");
}

}  // namespace
}  // namespace mpart
