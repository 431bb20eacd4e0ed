#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::embed {

// What OpenCV does not tell about an ONNX file.
struct OnnxOutline {
  static constexpr std::int64_t kAny = -1;  // a size that the file leaves open

  struct Input {
    std::string name;
    std::vector<std::int64_t> shape;  // the batch first; sizes from 1, or kAny
  };
  std::vector<Input> inputs;  // weights are not among them
  std::size_t outputs = 0;
  std::map<std::string, std::string> metadata;
};

// Reads the outline of an ONNX file and walks through the rest of it, so that a damaged file is
// found before OpenCV, which trusts sizes, gets it. Throws Error(kInvalidData) beginning with
// `name`.
OnnxOutline read_onnx_outline(std::string_view bytes, const std::string& name);

}  // namespace mpart::embed
