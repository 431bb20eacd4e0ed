#include "prepare/layers.hpp"

#include <algorithm>

#include "prepare/patches.hpp"

namespace mpart::embed {

namespace {

constexpr std::size_t kPatchFloats = std::size_t{1} << 17;  // half of a usual second-level cache

// How many pictures are unrolled at a time.
std::size_t pictures_at_once(const Layer& layer) {
  return std::max<std::size_t>(1, kPatchFloats / (layer.positions() * padded(layer.depth)));
}

void multiply_by_weights(const Layer& layer, const BigVector<float>& parameters,
                         const BigVector<float>& transposed, const LayerInput& rows, float* out) {
  Product product{.rows = rows.samples, .columns = layer.unit_step(), .depth = layer.depth};
  product.left = rows.values;
  product.left_row_step = rows.step;
  product.right = transposed.data() + layer.transposed_at;
  product.right_step = layer.unit_step();
  product.start = parameters.data() + layer.bias_at;
  product.out = out;
  product.out_step = layer.unit_step();
  product.relu = layer.relu;
  multiply(product);
}

// Adds to the gradient of the weights: transposed `by_output` times the rows that came in.
void add_by_weights(const Layer& layer, const LayerInput& rows, const float* by_output,
                    float* gradient) {
  Product product{.rows = layer.units, .columns = padded(layer.depth), .depth = rows.samples};
  product.left = by_output;
  product.left_row_step = 1;
  product.left_depth_step = layer.unit_step();
  product.right = rows.values;
  product.right_step = rows.step;
  product.start = product.out = gradient + layer.weights_at;
  product.start_step = product.out_step = padded(layer.depth);
  multiply(product);
}

void add_by_bias(const Layer& layer, std::size_t rows, const float* by_output, float* gradient) {
  float* const sums = gradient + layer.bias_at;
  for (std::size_t row = 0; row < rows; ++row, by_output += layer.unit_step()) {
    for (std::size_t unit = 0; unit < layer.unit_step(); ++unit) sums[unit] += by_output[unit];
  }
}

void write_by_input(const Layer& layer, const BigVector<float>& parameters, std::size_t rows,
                    const float* by_output, float* by_input, std::size_t by_input_step) {
  Product product{.rows = rows, .columns = padded(layer.depth), .depth = layer.units};
  product.left = by_output;
  product.left_row_step = layer.unit_step();
  product.right = parameters.data() + layer.weights_at;
  product.right_step = padded(layer.depth);
  product.out = by_input;
  product.out_step = by_input_step;
  multiply(product);
}

// Calls work(first picture, patches of it and the next ones) for groups of pictures.
template <typename Work>
void for_patches(const Layer& layer, const LayerInput& in, PatchRoom& room, Work work) {
  const std::size_t group = pictures_at_once(layer);
  const std::size_t width = layer.positions() * padded(layer.depth);
  // The padding of patches stays as it is made here, 0.
  room.patches.resize(0);
  room.patches.resize(std::min(group, in.samples) * width);
  for (std::size_t first = 0; first < in.samples; first += group) {
    const std::size_t count = std::min(group, in.samples - first);
    for (std::size_t i = 0; i < count; ++i) {
      unroll(layer, in.values + (first + i) * in.step, room.patches.data() + i * width);
    }
    work(first, LayerInput{room.patches.data(), padded(layer.depth), count * layer.positions()});
  }
}

void differentiate_convolution(const Layer& layer, const BigVector<float>& parameters,
                               const LayerInput& in, const float* by_output, float* gradient,
                               float* by_input, PatchRoom& room) {
  if (by_input != nullptr) std::fill_n(by_input, in.samples * in.step, 0.0F);
  for_patches(layer, in, room, [&](std::size_t first, const LayerInput& patches) {
    const float* const by_patches_output = by_output + first * layer.out_width();
    add_by_weights(layer, patches, by_patches_output, gradient);
    if (by_input == nullptr) return;
    room.gradient.resize(patches.samples * patches.step);
    write_by_input(layer, parameters, patches.samples, by_patches_output, room.gradient.data(),
                   patches.step);
    const std::size_t width = layer.positions() * patches.step;
    for (std::size_t i = 0; i < patches.samples / layer.positions(); ++i) {
      roll_up(layer, room.gradient.data() + i * width, by_input + (first + i) * in.step);
    }
  });
}

}  // namespace

void run_layer(const Layer& layer, const BigVector<float>& parameters,
               const BigVector<float>& transposed, const LayerInput& in, float* out,
               PatchRoom& room) {
  if (!layer.is_convolution()) {
    multiply_by_weights(layer, parameters, transposed, in, out);
    return;
  }
  for_patches(layer, in, room, [&](std::size_t first, const LayerInput& patches) {
    multiply_by_weights(layer, parameters, transposed, patches, out + first * layer.out_width());
  });
}

void differentiate_layer(const Layer& layer, const BigVector<float>& parameters,
                         const LayerInput& in, const float* by_output, float* gradient,
                         float* by_input, PatchRoom& room) {
  std::fill_n(gradient + layer.weights_at, layer.units * padded(layer.depth), 0.0F);
  std::fill_n(gradient + layer.bias_at, layer.unit_step(), 0.0F);
  add_by_bias(layer, in.samples * layer.positions(), by_output, gradient);
  if (layer.is_convolution()) {
    differentiate_convolution(layer, parameters, in, by_output, gradient, by_input, room);
    return;
  }
  add_by_weights(layer, in, by_output, gradient);
  if (by_input != nullptr) {
    write_by_input(layer, parameters, in.samples, by_output, by_input, in.step);
  }
}

}  // namespace mpart::embed
