#include <bit>
#include <cstdint>
#include <initializer_list>

#include "prepare/encoder.hpp"
#include "prepare/onnx_format.hpp"
#include "prepare/protobuf_writer.hpp"

namespace mpart::embed {

namespace {

static_assert(std::endian::native == std::endian::little, "ONNX stores numbers little-endian");

using Shape = std::initializer_list<std::size_t>;

template <typename Number>
std::string_view bytes_of(const std::vector<Number>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number)};
}

ProtobufWriter attribute(std::string_view name, Shape values) {
  ProtobufWriter made;
  made.bytes(onnx::attribute::kName, name);
  for (const std::size_t value : values) made.number(onnx::attribute::kInts, value);
  made.number(onnx::attribute::kType, onnx::attribute::kTypeInts);
  return made;
}

ProtobufWriter attribute(std::string_view name, std::uint64_t value) {
  ProtobufWriter made;
  made.bytes(onnx::attribute::kName, name).number(onnx::attribute::kInt, value);
  made.number(onnx::attribute::kType, onnx::attribute::kTypeInt);
  return made;
}

ProtobufWriter attribute(std::string_view name, float value) {
  ProtobufWriter made;
  made.bytes(onnx::attribute::kName, name).real(onnx::attribute::kFloat, value);
  made.number(onnx::attribute::kType, onnx::attribute::kTypeFloat);
  return made;
}

// A chain of operators, each working on the output of the one before.
class Chain {
 public:
  // Appends an operator. Its output has the name that is given, or one made from its position.
  void append(std::string_view type, const std::vector<std::string>& constants = {},
              const std::vector<ProtobufWriter>& attributes = {}, const std::string& output = {}) {
    const std::string name = std::string(type) + "_" + std::to_string(++node_count_);
    ProtobufWriter node;
    node.bytes(onnx::node::kInput, last_);
    for (const std::string& constant : constants) node.bytes(onnx::node::kInput, constant);
    last_ = output.empty() ? name : output;
    node.bytes(onnx::node::kOutput, last_).bytes(onnx::node::kName, name);
    node.bytes(onnx::node::kType, type);
    for (const ProtobufWriter& it : attributes) node.message(onnx::node::kAttribute, it);
    nodes_.message(onnx::graph::kNode, node);
  }

  // Adds a tensor and returns its name.
  std::string constant(const std::vector<float>& values, Shape shape) {
    return add_tensor(shape, onnx::tensor::kTypeFloat, bytes_of(values));
  }
  std::string constant(const std::vector<std::int64_t>& values) {
    return add_tensor({values.size()}, onnx::tensor::kTypeInt64, bytes_of(values));
  }

  const ProtobufWriter& nodes() const { return nodes_; }
  const ProtobufWriter& tensors() const { return tensors_; }

 private:
  std::string add_tensor(Shape shape, std::uint64_t type, std::string_view data) {
    std::string name = "constant_" + std::to_string(++tensor_count_);
    ProtobufWriter tensor;
    for (const std::size_t size : shape) tensor.number(onnx::tensor::kDims, size);
    tensor.number(onnx::tensor::kType, type).bytes(onnx::tensor::kName, name);
    tensor.bytes(onnx::tensor::kRawData, data);
    tensors_.message(onnx::graph::kTensor, tensor);
    return name;
  }

  ProtobufWriter nodes_, tensors_;
  std::size_t node_count_ = 0, tensor_count_ = 0;
  std::string last_ = onnx::kInputName;
};

void append_convolution(const Convolution& layer, Chain& chain) {
  constexpr std::size_t kSide = Convolution::kSide, kStride = Convolution::kStride,
                        kPadding = Convolution::kPadding;
  std::vector<std::string> constants = {
      chain.constant(layer.weights, {layer.out, layer.in, kSide, kSide}),
      chain.constant(layer.bias, {layer.out})};
  chain.append("Conv", constants,
               {attribute("kernel_shape", {kSide, kSide}), attribute("strides", {kStride, kStride}),
                attribute("pads", {kPadding, kPadding, kPadding, kPadding})});
  chain.append("Relu");
}

void append_dense(const Dense& layer, Chain& chain) {
  std::vector<std::string> constants = {chain.constant(layer.weights, {layer.out, layer.in}),
                                        chain.constant(layer.bias, {layer.out})};
  chain.append("Gemm", constants, {attribute("transB", std::uint64_t{1})});
}

void append_layers(const Encoder& encoder, Chain& chain) {
  if (!encoder.convolutions.empty()) {
    const auto channels = static_cast<std::int64_t>(encoder.picture.channels);
    const auto side = static_cast<std::int64_t>(encoder.picture.side);
    chain.append("Reshape", {chain.constant({-1, channels, side, side})});
    for (const Convolution& layer : encoder.convolutions) append_convolution(layer, chain);
    chain.append("Flatten", {}, {attribute("axis", std::uint64_t{1})});
  }
  for (const Dense& layer : encoder.dense) {
    append_dense(layer, chain);
    if (&layer != &encoder.dense.back()) chain.append("Relu");
  }
  chain.append("Clip", {}, {attribute("min", 0.0F), attribute("max", 1.0F)}, onnx::kOutputName);
}

// A tensor of floats, [N][width].
ProtobufWriter describe(std::string_view name, std::size_t width) {
  ProtobufWriter any, fixed, shape, tensor, type, value;
  any.bytes(onnx::value::kSizeName, "N");
  fixed.number(onnx::value::kSize, width);
  shape.message(onnx::value::kSizes, any).message(onnx::value::kSizes, fixed);
  tensor.number(onnx::value::kElementType, onnx::tensor::kTypeFloat);
  tensor.message(onnx::value::kShape, shape);
  type.message(onnx::value::kTensor, tensor);
  value.bytes(onnx::value::kName, name).message(onnx::value::kType, type);
  return value;
}

}  // namespace

std::string encode_onnx(const Encoder& encoder, const Metadata& metadata) {
  Chain chain;
  append_layers(encoder, chain);
  std::string graph = chain.nodes().str();
  graph += ProtobufWriter().bytes(onnx::graph::kName, "encoder").str();
  graph += chain.tensors().str();
  ProtobufWriter ends;
  ends.message(onnx::graph::kInput, describe(onnx::kInputName, encoder.input_width()));
  ends.message(onnx::graph::kOutput, describe(onnx::kOutputName, encoder.output_width()));
  graph += ends.str();

  ProtobufWriter model, opset;
  opset.number(onnx::opset::kVersion, onnx::kOpset);
  model.number(onnx::model::kIrVersion, onnx::kIrVersion);
  model.bytes(onnx::model::kProducer, "mpart").bytes(onnx::model::kGraph, graph);
  model.message(onnx::model::kOpsets, opset);
  for (const auto& [key, value] : metadata) {
    ProtobufWriter entry;
    entry.bytes(onnx::entry::kKey, key).bytes(onnx::entry::kValue, value);
    model.message(onnx::model::kMetadata, entry);
  }
  return model.str();
}

}  // namespace mpart::embed
