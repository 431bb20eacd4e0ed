#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "prepare/encoder.hpp"

namespace mpart::embed {

// The encoder in an ONNX file of the form that encode_onnx() writes: the same chain of operators
// with the same attributes. Nothing for any other file.
// Throws Error(kInvalidData) beginning with `name` if the form is right and the numbers are not:
// sizes that do not fit together, a weight that is missing or not finite. Memory is bounded by the
// size of the file.
std::optional<Encoder> decode_onnx(std::string_view bytes, const std::string& name);

}  // namespace mpart::embed
