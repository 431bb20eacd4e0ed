#include "prepare/onnx_weights.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "prepare/message_of.hpp"
#include "prepare/tiny_networks.hpp"
#include "temporary_folder.hpp"

using namespace mpart;
using namespace mpart::test;

namespace {

class OnnxWeights : public testing::Test {
 protected:
  // A network of 2 to 1 values whose two weights are in another file.
  std::string write(const std::string& location, std::uint64_t offset = 0) const {
    onnx::Model model = TinyMlp({2, 1}).model();
    model.weights[0] = onnx::tensor_elsewhere("w0", {1, 2}, location, offset, 8);
    return folder_.write("n.onnx", model.bytes());
  }
  std::string problem(const std::string& location, std::uint64_t offset = 0) const {
    const std::string path = write(location, offset);
    const std::string found = message_of(
        [&] { embed::check_weights(embed::read_onnx_outline(tests::contents(path), path), path); });
    return found.starts_with(path) ? found.substr(path.size() + 2) : found;
  }

  tests::TemporaryFolder folder_;
};

}  // namespace

TEST_F(OnnxWeights, AFileBesideTheNetworkIsAccepted) {
  folder_.write("n.data", std::string(12, 'x'));
  EXPECT_EQ(problem("n.data"), "no error");
  EXPECT_EQ(problem("n.data", 4), "no error");
  EXPECT_EQ(problem("./n.data"), "no error");
  std::filesystem::create_directory(folder_.file("deep"));
  folder_.write("deep/n.data", std::string(8, 'x'));
  EXPECT_EQ(problem("deep/n.data"), "no error");
}

TEST_F(OnnxWeights, NoFileElsewhereIsRead) {
  const tests::TemporaryFolder other;
  other.write("n.data", std::string(12, 'x'));
  std::filesystem::create_symlink(other.file("n.data"), folder_.file("link"));
  std::filesystem::create_directory_symlink(other.path(), folder_.file("folder"));
  const std::string up =
      "../" + std::filesystem::path(other.path()).filename().string() + "/n.data";
  for (const std::string& location :
       {other.file("n.data"), up, std::string("link"), std::string("folder/n.data"), std::string(),
        std::string("a/../../x")}) {
    EXPECT_EQ(problem(location),
              "its weights in " + location + ": a file in the folder of the network expected");
  }
}

TEST_F(OnnxWeights, WeightsThatAreNotThereAreNamed) {
  folder_.write("n.data", std::string(12, 'x'));
  EXPECT_EQ(problem("m.data"), "its weights in m.data: no such file");
  EXPECT_EQ(problem("."), "its weights in .: no such file");
  EXPECT_EQ(problem("n.data", 5), "its weights in n.data: 8 bytes at 5 expected, the file has 12");
  EXPECT_EQ(problem("n.data", ~std::uint64_t{0}),
            "its weights in n.data: 8 bytes at 18446744073709551615 expected, the file has 12");
}

TEST_F(OnnxWeights, TheChecksumIsThatOfAllFiles) {
  folder_.write("n.data", std::string(12, 'x'));
  const std::string path = write("n.data");
  const std::uint64_t before = embed::network_checksum(path);
  EXPECT_EQ(embed::network_checksum(path), before);
  folder_.write("n.data", std::string(11, 'x') + "y");
  EXPECT_NE(embed::network_checksum(path), before);
}
