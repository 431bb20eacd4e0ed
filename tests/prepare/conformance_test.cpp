// Exports that other runtimes refuse or get wrong without a word: data/networks/README.md.
#include <gtest/gtest.h>

#include <filesystem>

#include "mpart/embedder.hpp"
#include "mpart/source.hpp"
#include "prepare/onnx_outline.hpp"
#include "util/atomic_file.hpp"

using namespace mpart;

namespace {

const std::string kFolder = MPART_SOURCE_DIR "/tests/prepare/data/networks/";

std::vector<Sample> read_rows(const std::string& path) {
  SourceOptions options;
  options.labelled = false;
  const auto source = open_source(path, options);
  std::vector<Sample> rows;
  for (Sample sample; source->next(sample);) rows.push_back(sample);
  return rows;
}

class Conformance : public testing::TestWithParam<std::string> {};

TEST_P(Conformance, GivesWhatIsExpectedTogetherAndAlone) {
  const std::string path = kFolder + GetParam() + ".onnx";
  const std::vector<Sample> expected = read_rows(kFolder + GetParam() + ".out.npy");
  const std::string side = GetParam().starts_with("vit") ? "32" : "64";
  const std::vector<Sample> pictures = read_rows(kFolder + "pictures-" + side + ".npy");
  const EmbedderChain chain = {open_embedder(path)};
  std::vector<Sample> together = pictures;
  embed_samples(chain, together);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    Sample alone = pictures[i];
    embed_samples(chain, {&alone, 1});
    ASSERT_EQ(together[i].values.size(), expected[i].values.size());
    for (std::size_t j = 0; j < expected[i].values.size(); ++j) {
      EXPECT_NEAR(together[i].values[j], expected[i].values[j], 1e-4) << i << ' ' << j;
      EXPECT_NEAR(alone.values[j], expected[i].values[j], 1e-4) << i << ' ' << j;
    }
  }
}

std::vector<std::string> network_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".onnx") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(, Conformance, testing::ValuesIn(network_names()), [](const auto& it) {
  std::string name = it.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ConformanceData, HasAllNetworks) { EXPECT_EQ(network_names().size(), 16U); }

}  // namespace
