#include "prepare/encoder.hpp"

#include <onnx/onnx_pb.h>

#include <bit>
#include <cstdint>
#include <initializer_list>

namespace mpart::embed {

namespace {

static_assert(std::endian::native == std::endian::little, "ONNX stores numbers little-endian");

// Of ONNX 1.5, which belong together: the last one whose Clip OpenCV 4.6 reads.
constexpr std::int64_t kIrVersion = 5, kOpset = 10;

using Shape = std::vector<std::size_t>;

// A chain of operators, each working on the output of the one before.
class Chain {
 public:
  explicit Chain(onnx::GraphProto& graph) : graph_(graph) {}

  // Appends an operator. Its output has the name that is given, or one made from its position.
  onnx::NodeProto& append(const char* type, const std::vector<std::string>& constants = {},
                          const std::string& output = {}) {
    onnx::NodeProto& node = *graph_.add_node();
    const std::string name = std::string(type) + "_" + std::to_string(graph_.node_size());
    node.set_name(name);
    node.set_op_type(type);
    node.add_input(last_);
    for (const std::string& constant : constants) node.add_input(constant);
    last_ = output.empty() ? name : output;
    node.add_output(last_);
    return node;
  }

  std::string constant(const std::vector<float>& values, const Shape& shape) {
    onnx::TensorProto& tensor = add_tensor(shape, onnx::TensorProto_DataType_FLOAT);
    tensor.set_raw_data(values.data(), values.size() * sizeof(float));
    return tensor.name();
  }
  std::string constant(const std::vector<std::int64_t>& values) {
    onnx::TensorProto& tensor = add_tensor({values.size()}, onnx::TensorProto_DataType_INT64);
    tensor.set_raw_data(values.data(), values.size() * sizeof(std::int64_t));
    return tensor.name();
  }

 private:
  onnx::TensorProto& add_tensor(const Shape& shape, onnx::TensorProto_DataType type) {
    onnx::TensorProto& tensor = *graph_.add_initializer();
    tensor.set_name("constant_" + std::to_string(graph_.initializer_size()));
    tensor.set_data_type(type);
    for (const std::size_t size : shape) tensor.add_dims(static_cast<std::int64_t>(size));
    return tensor;
  }

  onnx::GraphProto& graph_;
  std::string last_ = "input";
};

onnx::AttributeProto& add_attribute(onnx::NodeProto& node, const char* name,
                                    onnx::AttributeProto_AttributeType type) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(type);
  return attribute;
}

void set_attribute(onnx::NodeProto& node, const char* name, std::int64_t value) {
  add_attribute(node, name, onnx::AttributeProto_AttributeType_INT).set_i(value);
}

void set_attribute(onnx::NodeProto& node, const char* name,
                   std::initializer_list<std::size_t> values) {
  onnx::AttributeProto& attribute =
      add_attribute(node, name, onnx::AttributeProto_AttributeType_INTS);
  for (const std::size_t value : values) attribute.add_ints(static_cast<std::int64_t>(value));
}

void set_attribute(onnx::NodeProto& node, const char* name, float value) {
  add_attribute(node, name, onnx::AttributeProto_AttributeType_FLOAT).set_f(value);
}

void append_convolution(const Convolution& layer, Chain& chain) {
  constexpr std::size_t kSide = Convolution::kSide, kStride = Convolution::kStride,
                        kPadding = Convolution::kPadding;
  onnx::NodeProto& node =
      chain.append("Conv", {chain.constant(layer.weights, {layer.out, layer.in, kSide, kSide}),
                            chain.constant(layer.bias, {layer.out})});
  set_attribute(node, "kernel_shape", {kSide, kSide});
  set_attribute(node, "strides", {kStride, kStride});
  set_attribute(node, "pads", {kPadding, kPadding, kPadding, kPadding});
  chain.append("Relu");
}

void append_dense(const Dense& layer, Chain& chain) {
  onnx::NodeProto& node =
      chain.append("Gemm", {chain.constant(layer.weights, {layer.out, layer.in}),
                            chain.constant(layer.bias, {layer.out})});
  set_attribute(node, "transB", std::int64_t{1});
}

void append_layers(const Encoder& encoder, Chain& chain) {
  if (!encoder.convolutions.empty()) {
    const auto channels = static_cast<std::int64_t>(encoder.picture.channels);
    const auto side = static_cast<std::int64_t>(encoder.picture.side);
    chain.append("Reshape", {chain.constant({-1, channels, side, side})});
    for (const Convolution& layer : encoder.convolutions) append_convolution(layer, chain);
    set_attribute(chain.append("Flatten"), "axis", std::int64_t{1});
  }
  for (const Dense& layer : encoder.dense) {
    append_dense(layer, chain);
    if (&layer != &encoder.dense.back()) chain.append("Relu");
  }
  onnx::NodeProto& limit = chain.append("Clip", {}, "embedding");
  set_attribute(limit, "min", 0.0F);
  set_attribute(limit, "max", 1.0F);
}

void describe(onnx::ValueInfoProto& value, const char* name, std::size_t width) {
  value.set_name(name);
  onnx::TypeProto_Tensor& type = *value.mutable_type()->mutable_tensor_type();
  type.set_elem_type(onnx::TensorProto_DataType_FLOAT);
  type.mutable_shape()->add_dim()->set_dim_param("N");
  type.mutable_shape()->add_dim()->set_dim_value(static_cast<std::int64_t>(width));
}

}  // namespace

std::string encode_onnx(const Encoder& encoder, const Metadata& metadata) {
  onnx::ModelProto model;
  model.set_ir_version(kIrVersion);
  model.set_producer_name("mpart");
  model.add_opset_import()->set_version(kOpset);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("encoder");
  describe(*graph.add_input(), "input", encoder.input_width());
  describe(*graph.add_output(), "embedding", encoder.output_width());
  Chain chain(graph);
  append_layers(encoder, chain);
  for (const auto& [key, value] : metadata) {
    onnx::StringStringEntryProto& entry = *model.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
  return model.SerializeAsString();
}

}  // namespace mpart::embed
