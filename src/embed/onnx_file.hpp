#pragma once

#include <string>
#include <utility>
#include <vector>

#include "embed/encoder.hpp"

namespace mpart::embed {

// Keys and values that travel in the file, in this order.
using Metadata = std::vector<std::pair<std::string, std::string>>;

// The bytes of an ONNX file (opset 10) that any runtime can run: `input`, float [N][input_width],
// to `embedding`, float [N][output_width], limited to [0,1]; N is free.
// The same arguments give the same bytes.
std::string encode_onnx(const Encoder& encoder, const Metadata& metadata);

}  // namespace mpart::embed
