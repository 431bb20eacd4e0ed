#include "prepare/encoder_runner.hpp"

#include <algorithm>

namespace mpart::embed {

namespace {

constexpr std::size_t kMostRows = 128;                     // their values stay in the cache
constexpr std::size_t kMostFloats = std::size_t{1} << 22;  // of a layer's output: bounds the memory

}  // namespace

EncoderRunner::EncoderRunner(const Encoder& encoder)
    : input_width_(encoder.input_width()),
      output_width_(encoder.output_width()),
      plan_(plan_layers(encoder)),
      parameters_(pack_parameters(plan_, encoder)) {
  transposed_.resize(plan_.transposed);
  transpose_weights(plan_, parameters_, transposed_);
  std::size_t widest = 1;
  for (const Layer& layer : plan_.layers) widest = std::max(widest, layer.out_width());
  rows_at_once_ = std::clamp<std::size_t>(kMostFloats / widest, 1, kMostRows);
}

void EncoderRunner::run(const float* in, std::size_t rows, float* out) {
  for (std::size_t first = 0; first < rows; first += rows_at_once_) {
    run_some(in + first * input_width_, std::min(rows_at_once_, rows - first),
             out + first * output_width_);
  }
}

void EncoderRunner::run_some(const float* in, std::size_t rows, float* out) {
  LayerInput input{in, input_width_, rows};
  for (std::size_t i = 0; i < plan_.layers.size(); ++i) {
    const Layer& layer = plan_.layers[i];
    BigVector<float>& values = values_[i % 2];
    values.resize(std::max<std::size_t>(values.size(), rows * layer.out_width()));
    run_layer(layer, parameters_, transposed_, input, values.data(), room_);
    input = {values.data(), layer.out_width(), rows};
  }
  for (std::size_t row = 0; row < rows; ++row) {
    std::copy_n(input.values + row * input.step, output_width_, out + row * output_width_);
  }
}

}  // namespace mpart::embed
