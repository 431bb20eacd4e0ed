#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "prepare/onnx_runtime.hpp"

namespace mpart::embed {

// One network in ONNX Runtime. Not thread-safe.
class OnnxSession {
 public:
  struct Network {
    const std::string& bytes;  // of the file
    std::string path;          // to read it from instead, as weights beside it need; empty: bytes
    std::string input, output;
    int input_type = 0;      // as ONNX numbers them
    bool has_loops = false;  // a run must be ended if it takes too long
  };
  struct Result {
    std::vector<std::int64_t> shape;
    std::vector<float> values;  // whatever the type of the output
  };

  // Both throw Error(kUnsupported) that names the operator which fails, if one does: "operator
  // Fourier is not supported by ONNX Runtime 1.31.1".
  explicit OnnxSession(const Network& network);

  // Runs the network on a tensor of the input's type. `result` keeps its memory.
  void run(std::span<const std::byte> elements, std::span<const std::int64_t> shape,
           Result& result);

  const std::string& version() const { return runtime_.version(); }  // of ONNX Runtime

 private:
  Owned<ort::SessionOptions> make_options() const;
  Owned<ort::Session> load(const Network& network) const;
  Owned<ort::Value> forward(const ort::Value* input);
  void copy(ort::Value* output, Result& result) const;

  const OnnxRuntime& runtime_;
  Owned<ort::Session> session_;
  Owned<ort::RunOptions> run_options_;
  std::string input_, output_;
  int input_type_;
  bool has_loops_;
};

}  // namespace mpart::embed
