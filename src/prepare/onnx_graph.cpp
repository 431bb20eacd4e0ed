#include "prepare/onnx_graph.hpp"

#include <bit>
#include <cstring>

#include "prepare/onnx_format.hpp"
#include "prepare/protobuf_reader.hpp"

namespace mpart::embed::onnx {

namespace {

void require_form(bool right) {
  if (!right) throw OtherForm();
}

// A repeated number comes alone in its field, or packed with others.
template <typename Number>
void append_numbers(const ProtobufReader& field, std::vector<Number>& numbers) {
  if (field.bytes().empty()) {
    numbers.push_back(static_cast<Number>(field.number()));
    return;
  }
  for (ProtobufReader packed(field.bytes()); !packed.at_end();) {
    numbers.push_back(static_cast<Number>(packed.varint()));
  }
}

void read_attribute(std::string_view bytes, Attributes& attributes) {
  std::string name;
  std::vector<double> numbers;
  for (ProtobufReader field(bytes); field.next();) {
    if (field.field() == attribute::kName) {
      name = field.text();
    } else if (field.field() == attribute::kFloat) {
      float value = 0;
      require_form(field.bytes().size() == sizeof value);
      std::memcpy(&value, field.bytes().data(), sizeof value);
      numbers.push_back(value);
    } else if (field.field() == attribute::kInt || field.field() == attribute::kInts) {
      append_numbers(field, numbers);
    } else {
      require_form(field.field() == attribute::kType);
    }
  }
  require_form(attributes.emplace(name, numbers).second);
}

Node read_node(std::string_view bytes) {
  Node read;
  for (ProtobufReader field(bytes); field.next();) {
    if (field.field() == node::kInput) read.inputs.push_back(field.text());
    if (field.field() == node::kOutput) read.outputs.push_back(field.text());
    if (field.field() == node::kType) read.type = field.text();
    if (field.field() == node::kAttribute) read_attribute(field.bytes(), read.attributes);
    require_form(field.field() != node::kDomain || field.bytes().empty());
  }
  return read;
}

void read_tensor(std::string_view bytes, Graph& graph) {
  std::string name;
  Tensor read;
  for (ProtobufReader field(bytes); field.next();) {
    if (field.field() == tensor::kDims) {
      append_numbers(field, read.shape);
    } else if (field.field() == tensor::kType) {
      read.type = field.number();
    } else if (field.field() == tensor::kName) {
      name = field.text();
    } else {
      require_form(field.field() == tensor::kRawData);  // not elsewhere, nor as another kind
      read.raw = field.bytes();
    }
  }
  require_form(graph.tensors.emplace(name, read).second);
}

// TensorShapeProto: one size that is free, then one that is not.
std::uint64_t read_width(std::string_view bytes) {
  std::vector<std::uint64_t> sizes;
  for (ProtobufReader field(bytes); field.next();) {
    require_form(field.field() == value::kSizes);
    std::uint64_t size = 0;
    for (ProtobufReader one(field.bytes()); one.next();) {
      if (one.field() == value::kSize) size = one.number();
    }
    sizes.push_back(size);
  }
  require_form(sizes.size() == 2 && sizes[0] == 0 && sizes[1] > 0);
  return sizes[1];
}

Port read_port(std::string_view bytes) {
  Port read;
  for (ProtobufReader field(bytes); field.next();) {
    if (field.field() == value::kName) read.name = field.text();
    if (field.field() != value::kType) continue;
    for (ProtobufReader type(field.bytes()); type.next();) {
      require_form(type.field() == value::kTensor);
      for (ProtobufReader part(type.bytes()); part.next();) {
        if (part.field() == value::kShape) read.width = read_width(part.bytes());
        require_form(part.field() != value::kElementType || part.number() == tensor::kTypeFloat);
      }
    }
  }
  require_form(read.width > 0);
  return read;
}

Graph read_parts(std::string_view bytes) {
  Graph read;
  for (ProtobufReader field(bytes); field.next();) {
    if (field.field() == graph::kNode) read.nodes.push_back(read_node(field.bytes()));
    if (field.field() == graph::kTensor) read_tensor(field.bytes(), read);
    if (field.field() == graph::kInput) read.inputs.push_back(read_port(field.bytes()));
    if (field.field() == graph::kOutput) read.outputs.push_back(read_port(field.bytes()));
  }
  require_form(read.inputs.size() == 1 && read.outputs.size() == 1);
  return read;
}

void check_opset(std::string_view bytes) {
  for (ProtobufReader field(bytes); field.next();) {
    if (field.field() == opset::kDomain) require_form(field.bytes().empty());
    if (field.field() == opset::kVersion) require_form(field.number() == kOpset);
  }
}

}  // namespace

Graph read_graph(std::string_view bytes) {
  std::string_view graph;
  std::size_t graphs = 0, opsets = 0;
  for (ProtobufReader field(bytes); field.next();) {
    if (field.field() == model::kOpsets) {
      check_opset(field.bytes());
      ++opsets;
    }
    if (field.field() == model::kGraph) {
      graph = field.bytes();
      ++graphs;
    }
  }
  require_form(graphs == 1 && opsets == 1);
  return read_parts(graph);
}

}  // namespace mpart::embed::onnx
