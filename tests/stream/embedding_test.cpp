#include "stream/embedding.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mpart/error.hpp"

namespace mpart::stream {
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
  std::string name_ = "sums";
};

std::vector<Sample> samples(const std::vector<std::vector<double>>& rows) {
  std::vector<Sample> all(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) all[i].values = rows[i];
  return all;
}

TEST(Embedding, RunsTheNetworksOneAfterAnother) {
  const EmbedderChain networks = {std::make_shared<Sums>(4), std::make_shared<Sums>(3)};
  std::vector<Sample> all = samples({{1, 2, 3, 4}, {0, 0, 1, 0}});
  embed(networks, all);
  EXPECT_EQ(all[0].values, (std::vector<double>{8, 12}));
  EXPECT_EQ(all[1].values, (std::vector<double>{1, 2}));
}

TEST(Embedding, WithoutNetworksLeavesEveryDigit) {
  std::vector<Sample> all = samples({{0.1, 0.2}});
  embed({}, all);
  EXPECT_EQ(all[0].values, (std::vector<double>{0.1, 0.2}));
}

TEST(Embedding, RefusesAnotherWidthAndWhatIsNotFinite) {
  const EmbedderChain networks = {std::make_shared<Sums>(2)};
  std::vector<Sample> wide = samples({{1, 2, 3}});
  EXPECT_THROW(embed(networks, wide), Error);
  std::vector<Sample> huge = samples({{1e300, 0}});
  EXPECT_THROW(embed(networks, huge), Error);
}

}  // namespace
}  // namespace mpart::stream
