#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "mpart/embedder.hpp"
#include "prepare/onnx_outline.hpp"

namespace mpart::embed {

// How pictures become values of a network, by the shape of its input and its metadata mpart.image.*
// (docs/embedding.md); none if it does not take pictures. `image_size`: the side of pictures, in
// pixels; 0: as the file says. Throws Error(kInvalidData) that begins with `name`: for metadata
// that cannot be right, for a size that is needed or does not fit.
std::optional<PictureInput> picture_input_of(const OnnxOutline& network, const std::string& name,
                                             std::size_t image_size);

}  // namespace mpart::embed
