#include "prepare/features.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "mpart/error.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"
#include "wire/number_text.hpp"

namespace mpart::embed {
namespace {

constexpr std::array kNames = {std::pair(Features::kPixels, std::string_view("pixels")),
                               std::pair(Features::kUnit, std::string_view("unit")),
                               std::pair(Features::kGradients, std::string_view("gradients")),
                               std::pair(Features::kBoth, std::string_view("both")),
                               std::pair(Features::kAuto, std::string_view("auto"))};

constexpr double kPixelShare = 0.3;  // of the variance, beside gradients

constexpr const char* kFeaturesKey = "mpart.features";
constexpr const char* kWidthKey = "mpart.features.width";
constexpr const char* kWeightKey = "mpart.features.pixel_weight";

// Sum over the columns of the variance of each.
double total_variance(std::span<const float> values, std::size_t rows, std::size_t columns) {
  std::vector<double> sums(columns), squares(columns);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    sums[i % columns] += value;
    squares[i % columns] += value * value;
  }
  double total = 0;
  const auto n = static_cast<double>(rows);
  for (std::size_t j = 0; j < columns; ++j) total += squares[j] / n - sums[j] / n * (sums[j] / n);
  return std::max(total, 0.0);
}

// A row of zeros stays as it is.
void copy_unit_length(std::span<const float> row, std::span<float> out) {
  double squares = 0;
  for (const float value : row) squares += double{value} * value;
  const double factor = squares > 0 ? 1 / std::sqrt(squares) : 1;
  std::transform(row.begin(), row.end(), out.begin(),
                 [factor](float value) { return static_cast<float>(value * factor); });
}

class FeatureEmbedder final : public Embedder {
 public:
  FeatureEmbedder(std::unique_ptr<Embedder> network, FeatureMaker maker)
      : network_(std::move(network)), maker_(std::move(maker)) {}

  const std::string& name() const override { return network_->name(); }
  std::size_t input_width() const override { return maker_.input_width(); }
  std::size_t output_width() const override { return network_->output_width(); }

  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    if (in.size() != rows * input_width()) {
      throw invalid_argument(name() + ": " + std::to_string(rows * input_width()) +
                             " values expected, " + std::to_string(in.size()) + " given");
    }
    maker_.make(in, rows, features_);
    network_->embed(features_, rows, out);
  }

 private:
  std::unique_ptr<Embedder> network_;
  FeatureMaker maker_;
  std::vector<float> features_;
};

// Throws Error(kInvalidArgument) for what no fit writes.
FeatureMaker read_maker(const std::map<std::string, std::string>& metadata) {
  const Features features = features_by_name(metadata.at(kFeaturesKey));
  const auto width = metadata.find(kWidthKey), weight = metadata.find(kWeightKey);
  std::size_t pixels = 0;
  if (width == metadata.end() || !parse_whole(width->second, pixels)) {
    throw invalid_argument("the width of its rows is missing");
  }
  float factor = 1;
  const bool weighted = features == Features::kBoth;
  if (weighted && (weight == metadata.end() || !parse_whole(weight->second, factor))) {
    throw invalid_argument("the weight of its pixels is missing");
  }
  if (features == Features::kAuto || !std::isfinite(factor)) {
    throw invalid_argument("unit, gradients or both expected");
  }
  return {features, pixels, factor};
}

}  // namespace

std::string_view name_of(Features features) {
  return std::find_if(kNames.begin(), kNames.end(),
                      [&](const auto& each) { return each.first == features; })
      ->second;
}

Features features_by_name(std::string_view name) {
  const auto* const found = std::find_if(kNames.begin(), kNames.end(),
                                         [&](const auto& each) { return each.second == name; });
  if (found != kNames.end()) return found->first;
  throw invalid_argument("features: pixels, unit, gradients, both or auto expected, " +
                         in_quotes(name) + " given");
}

FeatureMaker::FeatureMaker(Features features, std::size_t width, float pixel_weight)
    : features_(features), width_(width), pixel_weight_(pixel_weight) {
  if (features == Features::kGradients || features == Features::kBoth) gradients_.emplace(width);
}

std::size_t FeatureMaker::output_width() const {
  if (!gradients_) return width_;
  return Gradients::kValues + (features_ == Features::kBoth ? width_ : 0);
}

void FeatureMaker::make(std::span<const float> in, std::size_t rows, std::vector<float>& out) {
  out.resize(rows * output_width());
  if (features_ == Features::kPixels) {
    std::copy(in.begin(), in.end(), out.begin());
    return;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<const float> pixels = in.subspan(row * width_, width_);
    const std::span<float> values = std::span(out).subspan(row * output_width(), output_width());
    if (features_ == Features::kUnit) {
      copy_unit_length(pixels, values);
      continue;
    }
    gradients_->compute(pixels, values.first(Gradients::kValues));
    if (features_ != Features::kBoth) continue;
    std::transform(pixels.begin(), pixels.end(), values.begin() + Gradients::kValues,
                   [this](float pixel) { return pixel * pixel_weight_; });
  }
}

std::vector<std::pair<std::string, std::string>> FeatureMaker::metadata() const {
  std::vector<std::pair<std::string, std::string>> told = {
      {kFeaturesKey, std::string(name_of(features_))}};
  if (features_ != Features::kPixels) told.emplace_back(kWidthKey, std::to_string(width_));
  if (features_ == Features::kBoth) {
    std::string weight;
    wire::append_number(weight, pixel_weight_);
    told.emplace_back(kWeightKey, weight);
  }
  return told;
}

FeatureMaker fit_features(Features features, const Matrix& rows) {
  if (features != Features::kBoth) return {features, rows.columns};
  std::vector<float> gradients;
  FeatureMaker(Features::kGradients, rows.columns).make(rows.values, rows.rows, gradients);
  const double theirs = total_variance(gradients, rows.rows, Gradients::kValues);
  const double pixels = total_variance(rows.values, rows.rows, rows.columns);
  const double weight =
      pixels > 0 ? std::sqrt(kPixelShare / (1 - kPixelShare) * theirs / pixels) : 1;
  return {features, rows.columns, static_cast<float>(weight)};
}

std::unique_ptr<Embedder> wrap_features(std::unique_ptr<Embedder> network,
                                        const std::map<std::string, std::string>& metadata) {
  const auto told = metadata.find(kFeaturesKey);
  if (told == metadata.end() || told->second == name_of(Features::kPixels)) return network;
  const std::string name = network->name();
  try {
    FeatureMaker maker = read_maker(metadata);
    if (maker.output_width() == network->input_width()) {
      return std::make_unique<FeatureEmbedder>(std::move(network), std::move(maker));
    }
    throw invalid_argument(std::to_string(maker.output_width()) + " values are made, " +
                           std::to_string(network->input_width()) + " expected");
  } catch (const Error& error) {
    throw invalid_data(name + ": " + kFeaturesKey + ": " + error.what());
  }
}

}  // namespace mpart::embed
