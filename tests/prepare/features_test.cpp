#include "prepare/features.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "mpart/error.hpp"
#include "prepare/feature_choice.hpp"
#include "prepare/message_of.hpp"
#include "util/random.hpp"

using namespace mpart;
using embed::FeatureMaker;
using embed::Features;
using embed::Gradients;
using embed::Matrix;
using test::message_of;

namespace {

// Gives the sum of a row.
class Sum final : public Embedder {
 public:
  explicit Sum(std::size_t width) : width_(width) {}
  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return width_; }
  std::size_t output_width() const override { return 1; }
  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    out.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::span<const float> row = in.subspan(i * width_, width_);
      out[i] = std::accumulate(row.begin(), row.end(), 0.0F);
    }
  }

 private:
  std::string name_ = "sum.onnx";
  std::size_t width_;
};

using Metadata = std::map<std::string, std::string>;

std::unique_ptr<Embedder> wrapped(std::size_t width, const Metadata& metadata) {
  return embed::wrap_features(std::make_unique<Sum>(width), metadata);
}

Metadata metadata_of(const FeatureMaker& maker) {
  const auto told = maker.metadata();
  return {told.begin(), told.end()};
}

std::vector<float> random_pixels(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<float> pixels(count);
  for (float& pixel : pixels) pixel = static_cast<float>(random.uniform());
  return pixels;
}

// Pictures of side x side pixels with two thin strokes each, of any direction, near the middle.
Matrix strokes(std::size_t count, std::size_t side) {
  Random random(7);
  Matrix rows{count, side * side, std::vector<float>(count * side * side)};
  for (std::size_t i = 0; i < 2 * count; ++i) {
    const double angle = random.uniform() * std::numbers::pi;
    const double off = (random.uniform() - 0.5) * static_cast<double>(side) / 2;
    for (std::size_t at = 0; at < side * side; ++at) {
      const double x = static_cast<double>(at % side) - static_cast<double>(side) / 2;
      const double y = static_cast<double>(at / side) - static_cast<double>(side) / 2;
      const double away = x * std::cos(angle) + y * std::sin(angle) - off;
      float& pixel = rows.row(i / 2)[at];
      pixel = std::max(pixel, static_cast<float>(std::exp(-away * away)));
    }
  }
  return rows;
}

}  // namespace

TEST(FeatureMaker, GivesRowsAsTheyAreOrTheirGradientsOrBoth) {
  const std::vector<float> pixels = random_pixels(2 * 64, 1);
  std::vector<float> plain, gradients, both;
  FeatureMaker(Features::kPixels, 64).make(pixels, 2, plain);
  FeatureMaker(Features::kGradients, 64).make(pixels, 2, gradients);
  FeatureMaker maker(Features::kBoth, 64, 0.5F);
  maker.make(pixels, 2, both);
  EXPECT_EQ(plain, pixels);
  ASSERT_EQ(gradients.size(), 2 * Gradients::kValues);
  ASSERT_EQ(both.size(), 2 * (Gradients::kValues + 64));
  EXPECT_EQ(maker.output_width(), Gradients::kValues + 64);
  for (std::size_t row = 0; row < 2; ++row) {
    const std::span<const float> found = std::span(both).subspan(row * maker.output_width());
    for (std::size_t i = 0; i < Gradients::kValues; ++i) {
      EXPECT_EQ(found[i], gradients[row * Gradients::kValues + i]);
    }
    for (std::size_t i = 0; i < 64; ++i) {
      EXPECT_EQ(found[Gradients::kValues + i], pixels[row * 64 + i] / 2);
    }
  }
}

TEST(FeatureMaker, PixelsBesideGradientsHaveAShareOfTheVariance) {
  Matrix rows{50, 64, random_pixels(50 * 64, 2)};
  for (float& value : rows.values) value *= 255;
  FeatureMaker maker = embed::fit_features(Features::kBoth, rows);
  std::vector<float> made;
  maker.make(rows.values, rows.rows, made);
  double gradients = 0, pixels = 0;
  for (std::size_t column = 0; column < maker.output_width(); ++column) {
    double sum = 0, squares = 0;
    for (std::size_t row = 0; row < 50; ++row) {
      const double value = made[row * maker.output_width() + column];
      sum += value;
      squares += value * value;
    }
    (column < Gradients::kValues ? gradients : pixels) += squares / 50 - sum * sum / 2500;
  }
  EXPECT_NEAR(pixels / (pixels + gradients), 0.3, 0.001);
}

TEST(WrappedNetwork, TakesPixelsAndGetsTheFeaturesThatItsFileNames) {
  const std::vector<float> pixels = random_pixels(3 * 64, 3);
  for (const Features features : {Features::kGradients, Features::kBoth}) {
    FeatureMaker maker(features, 64, 0.25F);
    const auto network = wrapped(maker.output_width(), metadata_of(maker));
    EXPECT_EQ(network->input_width(), 64U);
    EXPECT_EQ(network->output_width(), 1U);
    EXPECT_EQ(network->name(), "sum.onnx");
    std::vector<float> found, made, expected;
    network->embed(pixels, 3, found);
    maker.make(pixels, 3, made);
    Sum(maker.output_width()).embed(made, 3, expected);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(message_of([&] { network->embed(pixels, 2, found); }),
              "sum.onnx: 128 values expected, 192 given");
  }
}

TEST(FeatureMaker, UnitRowsHaveTheLengthOneAndARowOfZerosStays) {
  FeatureMaker maker(Features::kUnit, 5);
  EXPECT_EQ(maker.output_width(), 5U);
  std::vector<float> found;
  const std::vector<float> expected = {0.6F, 0, -0.8F, 0, 0, 0, 0, 0, 0, 0};
  for (const float length : {5.0F, 5e30F, 5e-30F}) {  // squares of the latter are no floats
    maker.make(std::vector<float>{0.6F * length, 0, -0.8F * length, 0, 0, 0, 0, 0, 0, 0}, 2, found);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6);
  }
}

TEST(WrappedNetwork, SeesUnitRowsOfAnyWidthIfItsFileSaysSo) {
  const auto network = wrapped(5, metadata_of(FeatureMaker(Features::kUnit, 5)));
  std::vector<float> found;
  network->embed(std::vector<float>{3, 0, -4, 0, 0}, 1, found);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_FLOAT_EQ(found[0], -0.2F);
}

TEST(WrappedNetwork, IsTheNetworkItselfIfItSeesPixels) {
  EXPECT_EQ(wrapped(5, {})->input_width(), 5U);
  EXPECT_EQ(wrapped(5, metadata_of(FeatureMaker(Features::kPixels, 5)))->input_width(), 5U);
}

TEST(WrappedNetwork, WhatDoesNotFitIsRefused) {
  const auto refusal = [](std::size_t width, const Metadata& metadata) {
    return message_of([&] { wrapped(width, metadata); });
  };
  Metadata metadata = metadata_of(FeatureMaker(Features::kGradients, 64));
  EXPECT_EQ(refusal(5, metadata), "sum.onnx: mpart.features: 765 values are made, 5 expected");
  metadata["mpart.features.width"] = "50";
  EXPECT_EQ(refusal(765, metadata),
            "sum.onnx: mpart.features: gradients: square pictures of at least 7 pixels a side "
            "expected, k*k or 3*k*k values; a row has 50");
  metadata.erase("mpart.features.width");
  EXPECT_EQ(refusal(765, metadata), "sum.onnx: mpart.features: the width of its rows is missing");
  EXPECT_EQ(refusal(765, {{"mpart.features", "wavelets"}}),
            "sum.onnx: mpart.features: features: pixels, unit, gradients, both or auto expected, "
            "\"wavelets\" given");
  EXPECT_EQ(refusal(765, {{"mpart.features", "auto"}, {"mpart.features.width", "64"}}),
            "sum.onnx: mpart.features: unit, gradients or both expected");
  EXPECT_EQ(refusal(765 + 64, {{"mpart.features", "both"}, {"mpart.features.width", "64"}}),
            "sum.onnx: mpart.features: the weight of its pixels is missing");
}

TEST(FeatureChoice, TakesGradientsForPictures) {
  const Matrix pictures = strokes(300, 20);
  EXPECT_GT(embed::shared_variance(pictures, 20, 1), 0.5);
  EXPECT_GT(embed::shared_variance(pictures, 20, 20), 0.5);
  EXPECT_LT(embed::shift_sensitivity(pictures, Features::kGradients),
            embed::shift_sensitivity(pictures, Features::kPixels));
  EXPECT_EQ(embed::choose_features(pictures), Features::kGradients);
}

TEST(FeatureChoice, TakesRowsAsTheyAreIfTheirColumnsHaveNoOrder) {
  Matrix pictures = strokes(300, 20);
  std::vector<std::size_t> order(pictures.columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(5);
  shuffle(order, random);
  Matrix table = pictures;
  for (std::size_t row = 0; row < table.rows; ++row) {
    for (std::size_t i = 0; i < order.size(); ++i) table.row(row)[i] = pictures.row(row)[order[i]];
  }
  EXPECT_EQ(embed::choose_features(table), Features::kPixels);
  EXPECT_EQ(embed::choose_features({100, 64, random_pixels(6400, 4)}), Features::kPixels);
  EXPECT_EQ(embed::choose_features({100, 50, random_pixels(5000, 4)}), Features::kPixels);
  EXPECT_EQ(embed::choose_features({1, 64, random_pixels(64, 4)}), Features::kPixels);
  EXPECT_EQ(embed::choose_features({100, 64, std::vector<float>(6400, 0.5F)}), Features::kPixels);
}

TEST(Features, HaveNames) {
  for (const char* const name : {"pixels", "unit", "gradients", "both", "auto"}) {
    EXPECT_EQ(embed::name_of(embed::features_by_name(name)), name);
  }
  EXPECT_EQ(message_of([] { embed::features_by_name(""); }),
            "features: pixels, unit, gradients, both or auto expected, \"\" given");
}
