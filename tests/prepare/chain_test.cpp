#include <gtest/gtest.h>

#include "mpart/embedder.hpp"
#include "mpart/error.hpp"

namespace mpart {
namespace {

// Sums of neighbours: one value less.
class Sums : public Embedder {
 public:
  explicit Sums(std::size_t width) : width_(width) {}
  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return width_; }
  std::size_t output_width() const override { return width_ - 1; }
  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    out.clear();
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t k = 0; k + 1 < width_; ++k) {
        out.push_back(in[row * width_ + k] + in[row * width_ + k + 1]);
      }
    }
  }

 private:
  std::size_t width_;
  std::string name_ = "sums.onnx";
};

std::vector<Sample> samples(const std::vector<std::vector<double>>& rows) {
  std::vector<Sample> all(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) all[i].values = rows[i];
  return all;
}

std::string problem_of(std::vector<Sample> all) {
  const EmbedderChain networks = {std::make_shared<Sums>(2)};
  try {
    embed_samples(networks, all);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData);
    return error.what();
  }
  return "";
}

TEST(Chain, RunsTheNetworksOneAfterAnother) {
  const EmbedderChain networks = {std::make_shared<Sums>(4), std::make_shared<Sums>(3)};
  std::vector<Sample> all = samples({{1, 2, 3, 4}, {0, 0, 1, 0}});
  embed_samples(networks, all);
  EXPECT_EQ(all[0].values, (std::vector<double>{8, 12}));
  EXPECT_EQ(all[1].values, (std::vector<double>{1, 2}));
}

TEST(Chain, WithoutNetworksLeavesEveryDigit) {
  std::vector<Sample> all = samples({{0.1, 0.2}});
  embed_samples({}, all);
  EXPECT_EQ(all[0].values, (std::vector<double>{0.1, 0.2}));
}

TEST(Chain, NamesTheNetworkAndTheSampleThatItCannotTake) {
  EXPECT_EQ(problem_of(samples({{1, 2, 3}})), "sums.onnx: 2 values expected, 3 found");
  EXPECT_EQ(problem_of(samples({{1, 2}, {1}})), "sample 2: sums.onnx: 2 values expected, 1 found");
  EXPECT_EQ(problem_of(samples({{1, 2}, {0, 1e300}})),
            "sample 2: sums.onnx: value 2 is too large for a float");
  EXPECT_EQ(problem_of(samples({{3e38, 3e38}, {1}})),
            "sample 1: sums.onnx: gives a value that is not finite");
  std::vector<Sample> rows = samples({{1, 2}, {1}});
  rows[1].row = 17;
  EXPECT_EQ(problem_of(rows), "row 17: sums.onnx: 2 values expected, 1 found");
}

TEST(Chain, EmbedsWhatComesBeforeASampleThatItCannotTake) {
  const EmbedderChain networks = {std::make_shared<Sums>(2)};
  std::vector<Sample> all = samples({{1, 2}, {3, 4}, {1}, {5, 6}});
  std::string problem;
  EXPECT_EQ(embed_leading(networks, all, problem), 2U);
  EXPECT_EQ(problem, "sums.onnx: 2 values expected, 1 found");
  EXPECT_EQ(all[1].values, std::vector<double>{7});
  EXPECT_EQ(all[3].values, (std::vector<double>{5, 6}));
}

TEST(Chain, LargeRowsAreEmbeddedInParts) {
  const EmbedderChain networks = {std::make_shared<Sums>(2)};
  std::vector<Sample> all(700000);  // more values than are embedded at a time
  for (std::size_t i = 0; i < all.size(); ++i) all[i].values = {static_cast<double>(i % 100), 1};
  embed_samples(networks, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i].values, std::vector<double>{static_cast<double>(i % 100 + 1)});
  }
}

}  // namespace
}  // namespace mpart
