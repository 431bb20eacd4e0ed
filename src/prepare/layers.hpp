#pragma once

#include <cstddef>

#include "prepare/layer_plan.hpp"
#include "util/big_vector.hpp"

namespace mpart::embed {

// Room that a convolution needs while it is computed. Grows at its first use.
struct PatchRoom {
  BigVector<float> patches, gradient;
};

// Samples one after another, `step` floats from one to the next.
struct LayerInput {
  const float* values = nullptr;
  std::size_t step = 0;
  std::size_t samples = 0;
};

// out: [samples][layer.out_width()].
void run_layer(const Layer& layer, const BigVector<float>& parameters,
               const BigVector<float>& transposed, const LayerInput& in, float* out,
               PatchRoom& room);

// The way back: `by_output` is the loss by what run_layer() gave, 0 where its ReLU cut it off.
// Writes the loss by the layer's parameters to their places in `gradient`, and the loss by the
// input, in its shape, to `by_input` unless that is null.
// REQUIRES: rows of `in` are padded with zeros; in.step is a multiple of kLaneCount.
void differentiate_layer(const Layer& layer, const BigVector<float>& parameters,
                         const LayerInput& in, const float* by_output, float* gradient,
                         float* by_input, PatchRoom& room);

}  // namespace mpart::embed
