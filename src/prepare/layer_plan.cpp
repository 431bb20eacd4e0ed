#include "prepare/layer_plan.hpp"

#include <algorithm>
#include <utility>

namespace mpart::embed {

namespace {

constexpr std::size_t kTaps = Convolution::kSide * Convolution::kSide;

// An encoder has a unit's weights as [channels][places], a layer as [places][step]; the places are
// the taps of a convolution, or the pixels that the first dense layer after one takes.
struct WeightOrder {
  std::size_t channels = 0, places = 1, step = 0;

  std::size_t operator()(std::size_t weight) const {
    return weight % places * step + weight / places;
  }
};

WeightOrder order_of(const Layer& layer, const Layer* before) {
  if (layer.is_convolution()) return {layer.channels, kTaps, layer.channels};
  if (before != nullptr && before->is_convolution()) {
    return {before->units, before->positions(), before->unit_step()};
  }
  return {layer.depth, 1, layer.depth};
}

// Calls pair(number in the encoder, position in the parameters) for every weight and bias.
template <typename EncoderOrConst, typename Pair>
void for_each_parameter(const LayerPlan& plan, EncoderOrConst& encoder, Pair pair) {
  std::size_t number = 0;
  const auto visit = [&](auto& from) {
    const Layer& layer = plan.layers[number];
    const WeightOrder order = order_of(layer, number == 0 ? nullptr : &plan.layers[number - 1]);
    const std::size_t count = order.channels * order.places;
    for (std::size_t unit = 0; unit < layer.units; ++unit) {
      const std::size_t row = layer.weights_at + unit * padded(layer.depth);
      for (std::size_t i = 0; i < count; ++i) pair(from.weights[unit * count + i], row + order(i));
      pair(from.bias[unit], layer.bias_at + unit);
    }
    ++number;
  };
  for (auto& it : encoder.convolutions) visit(it);
  for (auto& it : encoder.dense) visit(it);
}

void append_layer(Layer layer, LayerPlan& plan) {
  layer.weights_at = plan.parameters;
  layer.bias_at = layer.weights_at + layer.units * padded(layer.depth);
  layer.transposed_at = plan.transposed;
  plan.parameters = layer.bias_at + layer.unit_step();
  plan.transposed += layer.depth * layer.unit_step();
  plan.layers.push_back(layer);
}

}  // namespace

LayerPlan plan_layers(const Encoder& encoder) {
  LayerPlan plan;
  // A row comes in channel by channel, the output of a convolution pixel by pixel.
  std::size_t side = encoder.picture.side, pixel_step = 1, channel_step = side * side;
  for (const Convolution& it : encoder.convolutions) {
    Layer layer{.side = side, .channels = it.in};
    layer.pixel_step = std::exchange(pixel_step, padded(it.out));
    layer.channel_step = std::exchange(channel_step, 1);
    layer.depth = kTaps * it.in;
    layer.units = it.out;
    layer.relu = true;
    side = layer.out_side();
    append_layer(layer, plan);
  }
  for (const Dense& it : encoder.dense) {
    const bool after_convolution = !plan.layers.empty() && plan.layers.back().is_convolution();
    Layer layer;
    layer.depth = after_convolution ? plan.layers.back().out_width() : it.in;
    layer.units = it.out;
    layer.relu = &it != &encoder.dense.back();
    append_layer(layer, plan);
  }
  return plan;
}

BigVector<float> pack_parameters(const LayerPlan& plan, const Encoder& encoder) {
  BigVector<float> parameters;
  parameters.resize(plan.parameters);
  for_each_parameter(plan, encoder,
                     [&](float value, std::size_t position) { parameters[position] = value; });
  return parameters;
}

void unpack_parameters(const LayerPlan& plan, const BigVector<float>& parameters,
                       Encoder& encoder) {
  for_each_parameter(plan, encoder,
                     [&](float& value, std::size_t position) { value = parameters[position]; });
}

void transpose_weights(const LayerPlan& plan, const BigVector<float>& parameters,
                       BigVector<float>& transposed) {
  for (const Layer& layer : plan.layers) {
    const std::size_t step = padded(layer.depth);
    // A vector of units at a time: writes are whole lines of the cache.
    for (std::size_t first = 0; first < layer.units; first += kLaneCount) {
      const std::size_t count = std::min(kLaneCount, layer.units - first);
      const float* const from = parameters.data() + layer.weights_at + first * step;
      float* to = transposed.data() + layer.transposed_at + first;
      for (std::size_t d = 0; d < layer.depth; ++d, to += layer.unit_step()) {
        for (std::size_t unit = 0; unit < count; ++unit) to[unit] = from[unit * step + d];
      }
    }
  }
}

}  // namespace mpart::embed
