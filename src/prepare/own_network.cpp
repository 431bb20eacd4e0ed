#include "prepare/own_network.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "mpart/error.hpp"
#include "prepare/encoder_runner.hpp"
#include "prepare/network_probe.hpp"
#include "prepare/onnx_decoder.hpp"
#include "prepare/onnx_outline.hpp"

namespace mpart::embed {

namespace {

class OwnNetwork final : public Embedder {
 public:
  OwnNetwork(const Encoder& encoder, std::string name)
      : name_(std::move(name)),
        input_width_(encoder.input_width()),
        output_width_(encoder.output_width()),
        runner_(encoder) {}

  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return input_width_; }
  std::size_t output_width() const override { return output_width_; }

  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    if (in.size() != rows * input_width_) {
      throw invalid_argument(name_ + ": " + std::to_string(rows * input_width_) +
                             " values expected, " + std::to_string(in.size()) + " given");
    }
    out.resize(rows * output_width_);
    runner_.run(in.data(), rows, out.data());
    for (float& value : out) value = std::clamp(value, 0.F, 1.F);  // NaN stays
  }

 private:
  std::string name_;
  std::size_t input_width_, output_width_;
  EncoderRunner runner_;
};

}  // namespace

std::unique_ptr<Embedder> open_own_network(const std::string& bytes, const std::string& name) {
  const std::optional<Encoder> encoder = decode_onnx(bytes, name);
  if (!encoder) return nullptr;
  auto network = std::make_unique<OwnNetwork>(*encoder, name);
  check_probe(*network, read_onnx_outline(bytes, name).metadata, "its file is damaged");
  return network;
}

}  // namespace mpart::embed
