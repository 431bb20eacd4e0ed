// Both readers of ONNX files: the outline of any, and networks of our own kind.
#include <cmath>

#include "prepare/network_pictures.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/onnx_weights.hpp"
#include "prepare/own_network.hpp"
#include "read_everything.hpp"

using namespace mpart;

namespace {

// What is told about pictures and about weights in other files is used as a network's opening does.
void use(const embed::OnnxOutline& file) {
  try {
    const auto pictures = embed::picture_input_of(file, "e.onnx", 0);
    if (pictures) fuzz::require(pictures->width > 0 && pictures->height > 0 && pictures->scale > 0);
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
  }
  try {
    embed::check_weights(file, "no-such-folder/e.onnx");
    fuzz::require(file.elsewhere.empty());
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData && !file.elsewhere.empty());
  }
}

void read_outline(std::string_view bytes) {
  try {
    const embed::OnnxOutline file = embed::read_onnx_outline(bytes, "e.onnx");
    fuzz::require(!file.inputs.empty() && !file.outputs.empty());
    for (const auto* const values : {&file.inputs, &file.outputs}) {
      for (const auto& value : *values) {
        for (const std::int64_t length : value.shape) {
          fuzz::require(length > 0 || length == embed::OnnxOutline::kAny);
        }
      }
    }
    use(file);
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
    fuzz::require(std::string_view(error.what()).starts_with("e.onnx: "));
  }
}

void run_own_network(const std::string& bytes) {
  constexpr std::size_t kWidest = 4096;  // more takes long to run
  try {
    const std::unique_ptr<Embedder> network = embed::open_own_network(bytes, "e.onnx");
    if (network == nullptr || network->input_width() > kWidest) return;
    std::vector<float> out;
    network->embed(std::vector<float>(3 * network->input_width(), 0.5F), 3, out);
    fuzz::require(out.size() == 3 * network->output_width());
    for (const float value : out) fuzz::require(std::isnan(value) || (value >= 0 && value <= 1));
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
    fuzz::require(std::string_view(error.what()).starts_with("e.onnx: "));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read_outline(bytes);
  run_own_network(bytes);
  return 0;
}
