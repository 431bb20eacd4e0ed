#pragma once

#include "prepare/layer_plan.hpp"

namespace mpart::embed {

// A convolution is a dense layer on patches of its pictures, which are unrolled for it:
// [positions][padded(layer.depth)], a row being [taps][channels] and then padding, which these
// functions leave alone.
void unroll(const Layer& layer, const float* picture, float* patches);

// The way back for gradients: adds every value of the patches to the pixel that it is from.
void roll_up(const Layer& layer, const float* patches, float* picture);

}  // namespace mpart::embed
