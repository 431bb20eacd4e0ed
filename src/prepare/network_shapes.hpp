#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mpart/embedder.hpp"
#include "prepare/onnx_outline.hpp"

namespace mpart::embed {

// Sizes of a network's input, with 1 for the batch and those of pictures filled in. `pictures`: how
// it takes pictures; null if it does not. Throws Error(kInvalidData) for a shape that mpart cannot
// fill.
std::vector<std::int64_t> input_shape(const OnnxOutline& network, const PictureInput* pictures,
                                      const std::string& name);

// The output of this name, or the first if that is empty. Throws Error(kInvalidData) that lists
// them. The result is part of `network`.
const OnnxOutline::Value& find_output(const OnnxOutline& network, const std::string& wanted,
                                      const std::string& name);

// Throws Error(kUnsupported) unless `found`, what came out for `rows` samples, is the declared
// shape, has the samples first and `width` values for each.
void check_output_shape(const OnnxOutline::Value& declared, std::size_t rows, std::size_t width,
                        const std::vector<std::int64_t>& found, const std::string& name);

}  // namespace mpart::embed
