#include "prepare/onnx_outline.hpp"
#include "read_everything.hpp"

using namespace mpart;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const embed::OnnxOutline file = embed::read_onnx_outline(bytes, "e.onnx");
    fuzz::require(!file.inputs.empty() && file.outputs > 0);
    for (const auto& input : file.inputs) {
      for (const std::int64_t length : input.shape) {
        fuzz::require(length > 0 || length == embed::OnnxOutline::kAny);
      }
    }
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
    fuzz::require(error.what() == std::string("e.onnx: not an ONNX network"));
  }
  return 0;
}
