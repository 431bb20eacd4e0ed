#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::embed {

// An ONNX file without its operators: what goes in, what comes out, and what it says of itself.
struct OnnxOutline {
  static constexpr std::int64_t kAny = -1;  // a size that the file leaves open

  struct Value {
    std::string name;
    int type = 0;                     // of an element, as ONNX numbers them; 0: no tensor
    std::vector<std::int64_t> shape;  // the batch first; sizes from 1, or kAny
    bool has_shape = false;           // the file says how many sizes there are
  };
  // Weights in another file, "external data" in ONNX.
  struct Elsewhere {
    std::string location;  // as the file has it
    std::uint64_t offset = 0;
    std::uint64_t length = 0;  // 0: not known
  };

  std::vector<Value> inputs;  // weights are not among them
  std::vector<Value> outputs;
  std::vector<Elsewhere> elsewhere;
  bool has_loops = false;  // an operator that repeats others: Loop or Scan
  std::map<std::string, std::string> metadata;
};

// Reads the outline of an ONNX file and walks through the rest of it, so that a damaged or hostile
// file is found before a runtime, which trusts sizes, gets it: tensors with less data than their
// shape says, more operators than any network has, functions that call themselves, deep nesting.
// Takes time and memory in proportion to `bytes`. Throws Error(kInvalidData) beginning with `name`.
OnnxOutline read_onnx_outline(std::string_view bytes, const std::string& name);

}  // namespace mpart::embed
