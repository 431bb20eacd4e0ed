#include "prepare/encoder.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "mpart/error.hpp"

namespace mpart::embed {

namespace {

constexpr std::size_t kMlpUnits = 100, kMlpLayers = 3;
constexpr std::size_t kCnnChannels[] = {32, 64};
constexpr std::size_t kCnnUnits = 128;

std::vector<float> uniform(std::size_t count, std::size_t inputs, Random& random) {
  const double limit = 1 / std::sqrt(static_cast<double>(inputs));
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(limit * (2 * random.uniform() - 1));
  return values;
}

Dense make_dense(std::size_t in, std::size_t out, Random& random) {
  return {in, out, uniform(out * in, in, random), uniform(out, in, random)};
}

Convolution make_convolution(std::size_t in, std::size_t out, Random& random) {
  const std::size_t inputs = in * Convolution::kSide * Convolution::kSide;
  return {in, out, uniform(out * inputs, inputs, random), uniform(out, inputs, random)};
}

}  // namespace

std::string_view name_of(NetworkKind kind) { return kind == NetworkKind::kMlp ? "mlp" : "cnn"; }

std::size_t Encoder::input_width() const {
  return convolutions.empty() ? dense.front().in : picture.channels * picture.side * picture.side;
}

Encoder make_encoder(NetworkKind kind, std::size_t width, std::size_t dims, Random& random) {
  Encoder encoder;
  std::size_t units = width;
  if (kind == NetworkKind::kCnn) {
    const std::optional<PictureShape> picture = picture_shape(width);
    if (!picture) {
      throw invalid_argument(
          "network cnn: square pictures expected, k*k or 3*k*k values; a row has " +
          std::to_string(width));
    }
    encoder.picture = *picture;
    std::size_t side = encoder.picture.side, channels = encoder.picture.channels;
    for (const std::size_t out : kCnnChannels) {
      encoder.convolutions.push_back(make_convolution(channels, out, random));
      channels = out;
      side = (side + 1) / Convolution::kStride;
    }
    encoder.dense.push_back(make_dense(channels * side * side, kCnnUnits, random));
    units = kCnnUnits;
  } else {
    for (std::size_t layer = 0; layer < kMlpLayers; ++layer) {
      encoder.dense.push_back(make_dense(units, kMlpUnits, random));
      units = kMlpUnits;
    }
  }
  encoder.dense.push_back(make_dense(units, dims, random));
  return encoder;
}

InputScale input_scale(const Matrix& rows) {
  std::vector<double> mean(rows.columns, 0);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) mean[j] += rows.row(i)[j];
  }
  for (double& it : mean) it /= static_cast<double>(rows.rows);
  double squares = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      squares += (rows.row(i)[j] - mean[j]) * (rows.row(i)[j] - mean[j]);
    }
  }
  const double deviation = std::sqrt(squares / static_cast<double>(rows.values.size()));
  return {{mean.begin(), mean.end()}, deviation > 0 ? static_cast<float>(deviation) : 1};
}

Matrix scaled(const Matrix& rows, const InputScale& scale) {
  Matrix out = rows;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      out.row(i)[j] = (out.row(i)[j] - scale.mean[j]) / scale.deviation;
    }
  }
  return out;
}

void fold_input(Encoder& encoder, const InputScale& scale) {
  if (!encoder.convolutions.empty()) {
    for (float& weight : encoder.convolutions.front().weights) weight /= scale.deviation;
    return;
  }
  Dense& first = encoder.dense.front();
  for (std::size_t unit = 0; unit < first.out; ++unit) {
    double at_mean = 0;
    for (std::size_t j = 0; j < first.in; ++j) {
      float& weight = first.weights[unit * first.in + j];
      weight /= scale.deviation;
      at_mean += static_cast<double>(weight) * scale.mean[j];
    }
    first.bias[unit] = static_cast<float>(first.bias[unit] - at_mean);
  }
}

void scale_output(Encoder& encoder, const Matrix& fitted) {
  Dense& last = encoder.dense.back();
  for (std::size_t unit = 0; unit < last.out; ++unit) {
    float low = INFINITY, high = -INFINITY;
    for (std::size_t row = 0; row < fitted.rows; ++row) {
      low = std::min(low, fitted.row(row)[unit]);
      high = std::max(high, fitted.row(row)[unit]);
    }
    const double range = static_cast<double>(high) - low;
    // Rows that are all the same still differ by rounding.
    const bool flat = range <= 1e-5 * std::max({1.0F, std::abs(low), std::abs(high)});
    const std::span<float> weights(last.weights.data() + unit * last.in, last.in);
    for (float& weight : weights) weight = flat ? 0 : static_cast<float>(weight / range);
    last.bias[unit] = flat ? 0.5F : static_cast<float>((last.bias[unit] - low) / range);
  }
}

}  // namespace mpart::embed
