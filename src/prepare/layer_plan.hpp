#pragma once

#include <cstddef>
#include <vector>

#include "prepare/encoder.hpp"
#include "prepare/matrix_product.hpp"
#include "util/big_vector.hpp"

namespace mpart::embed {

// One layer in the form in which it is computed. Its output is [positions][padded(units)] for each
// sample, zeros in the padding: pixels lie one after another, each with all its channels.
struct Layer {
  // Of a convolution, the pictures that come in; side 0: a dense layer.
  std::size_t side = 0, channels = 0;
  std::size_t pixel_step = 0, channel_step = 0;  // floats from one to the next
  std::size_t depth = 0;                         // weights of a unit, without the bias
  std::size_t units = 0;
  bool relu = false;

  // Where the layer's numbers begin in an array of parameters, and in one of transposed weights.
  std::size_t weights_at = 0;     // [units][padded(depth)]
  std::size_t bias_at = 0;        // [padded(units)]
  std::size_t transposed_at = 0;  // [depth][padded(units)]

  bool is_convolution() const { return side > 0; }
  std::size_t out_side() const { return (side + 1) / Convolution::kStride; }
  std::size_t positions() const { return is_convolution() ? out_side() * out_side() : 1; }
  std::size_t unit_step() const { return padded(units); }
  std::size_t out_width() const { return positions() * unit_step(); }
};

struct LayerPlan {
  std::vector<Layer> layers;
  std::size_t parameters = 0;  // length of an array of parameters
  std::size_t transposed = 0;  // length of an array of transposed weights
};

// REQUIRES: each layer takes what the one before gives.
LayerPlan plan_layers(const Encoder& encoder);

// The numbers of an encoder in the order of its plan, zeros in the padding, and the way back.
BigVector<float> pack_parameters(const LayerPlan& plan, const Encoder& encoder);
void unpack_parameters(const LayerPlan& plan, const BigVector<float>& parameters, Encoder& encoder);

// The weights as run_layer() wants them. `transposed` has the length of the plan.
void transpose_weights(const LayerPlan& plan, const BigVector<float>& parameters,
                       BigVector<float>& transposed);

}  // namespace mpart::embed
