#include "prepare/onnx_decoder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "mpart/error.hpp"
#include "prepare/layer_plan.hpp"
#include "prepare/onnx_chain.hpp"
#include "prepare/onnx_format.hpp"
#include "prepare/onnx_graph.hpp"
#include "prepare/protobuf_reader.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::embed {

namespace {

constexpr std::uint64_t kWidestPicture = 1U << 14U;        // in pixels
constexpr std::size_t kMostValues = std::size_t{1} << 24;  // of one sample in one layer: 64 MB

constexpr std::size_t kMostName = 40;  // characters of a name from the file, in a message

// Fills an encoder with the numbers of the chain, each checked against what comes before it.
class Loader {
 public:
  Loader(const onnx::Graph& graph, const std::string& name) : graph_(graph), name_(name) {}

  Encoder load(const onnx::ChainNames& chain) {
    std::uint64_t width = graph_.inputs[0].width;
    if (!chain.convolutions.empty()) width = load_convolutions(chain, width);
    for (const onnx::LayerNames& names : chain.dense) {
      Dense layer;
      layer.weights = numbers(names.weights, {0, width});
      layer.bias = numbers(names.bias, {0});
      layer.in = width;
      layer.out = width = layer.bias.size();
      require(layer.weights.size() == layer.in * layer.out, names.weights);
      encoder_.dense.push_back(std::move(layer));
    }
    require(width == graph_.outputs[0].width, graph_.outputs[0].name);
    return std::move(encoder_);
  }

 private:
  void require(bool sound, const std::string& where) const {
    if (sound) return;
    throw invalid_data(name_ + ": damaged: " + sanitize_text(where, kMostName) +
                       " does not fit the rest of the network");
  }

  const onnx::Tensor& tensor(const std::string& name, std::uint64_t type) const {
    const auto found = graph_.tensors.find(name);
    require(found != graph_.tensors.end() && found->second.type == type, name);
    return found->second;
  }

  // The numbers of a tensor with the sizes that are given; 0 stands for any.
  std::vector<float> numbers(const std::string& name, const std::vector<std::uint64_t>& sizes) {
    const onnx::Tensor& found = tensor(name, onnx::tensor::kTypeFloat);
    require(found.shape.size() == sizes.size(), name);
    const std::uint64_t count = found.raw.size() / sizeof(float);
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      require(found.shape[i] > 0 && (sizes[i] == 0 || sizes[i] == found.shape[i]), name);
      require(found.shape[i] <= count / product, name);  // their product fits into 64 bits
      product *= found.shape[i];
    }
    require(product == count && found.raw.size() == count * sizeof(float), name);
    std::vector<float> values(count);
    std::memcpy(values.data(), found.raw.data(), found.raw.size());
    require(std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); }),
            name);
    return values;
  }

  // [-1][channels][side][side]
  PictureShape picture(const std::string& name, std::uint64_t width) const {
    const onnx::Tensor& found = tensor(name, onnx::tensor::kTypeInt64);
    std::int64_t sizes[4];
    require(found.raw.size() == sizeof sizes, name);
    std::memcpy(sizes, found.raw.data(), sizeof sizes);
    const auto channels = static_cast<std::uint64_t>(sizes[1]);
    const auto side = static_cast<std::uint64_t>(sizes[2]);
    require(sizes[0] == -1 && sizes[3] == sizes[2], name);
    require(channels > 0 && side > 0 && side <= kWidestPicture && channels <= width &&
                channels * side * side == width,
            name);
    return {channels, side};
  }

  // Returns how many values come out for a sample.
  std::uint64_t load_convolutions(const onnx::ChainNames& chain, std::uint64_t width) {
    encoder_.picture = picture(chain.picture_shape, width);
    std::uint64_t side = encoder_.picture.side, channels = encoder_.picture.channels;
    for (const onnx::LayerNames& names : chain.convolutions) {
      Convolution layer;
      layer.weights = numbers(names.weights, {0, channels, Convolution::kSide, Convolution::kSide});
      layer.bias = numbers(names.bias, {0});
      layer.in = channels;
      layer.out = channels = layer.bias.size();
      require(
          layer.weights.size() == layer.in * layer.out * Convolution::kSide * Convolution::kSide,
          names.weights);
      side = (side + 1) / Convolution::kStride;
      require(padded(channels) <= kMostValues / (side * side), names.weights);
      encoder_.convolutions.push_back(std::move(layer));
    }
    return channels * side * side;
  }

  const onnx::Graph& graph_;
  const std::string& name_;
  Encoder encoder_;
};

}  // namespace

std::optional<Encoder> decode_onnx(std::string_view bytes, const std::string& name) {
  try {
    const onnx::Graph graph = onnx::read_graph(bytes);
    return Loader(graph, name).load(onnx::read_chain(graph));
  } catch (const onnx::OtherForm&) {
    return std::nullopt;
  } catch (const DamagedProtobuf&) {
    return std::nullopt;
  }
}

}  // namespace mpart::embed
