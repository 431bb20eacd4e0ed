#include "prepare/onnx_outline.hpp"

#include <algorithm>
#include <set>

#include "mpart/error.hpp"
#include "prepare/protobuf_reader.hpp"

namespace mpart::embed {
namespace {

// Bytes of one element of TensorProto.data_type; 0: of no fixed size.
std::uint64_t element_bytes(std::uint64_t type) {
  constexpr std::uint64_t kBytes[] = {0, 4, 1, 1, 2, 2, 4, 8, 0, 1, 2, 8, 4, 8, 8, 16, 2};
  return type < std::size(kBytes) ? kBytes[type] : 0;
}

// Repeated integers come one a field or all in one.
std::uint64_t product_of(const ProtobufReader& fields) {
  if (fields.bytes().empty()) return fields.number();
  std::uint64_t product = 1;
  for (ProtobufReader packed(fields.bytes()); !packed.at_end();) {
    if (__builtin_mul_overflow(product, packed.varint(), &product)) throw DamagedProtobuf();
  }
  return product;
}

// TensorProto: as much data as its shape says. Returns its name.
std::string check_tensor(std::string_view bytes) {
  std::string name;
  std::uint64_t count = 1;
  std::uint64_t type = 0;
  std::uint64_t raw = 0;
  std::uint64_t floats = 0;
  bool elsewhere = false;
  for (ProtobufReader tensor(bytes); tensor.next();) {
    const std::uint64_t field = tensor.field();
    if (field == 1 && __builtin_mul_overflow(count, product_of(tensor), &count)) {
      throw DamagedProtobuf();
    }
    if (field == 2) type = tensor.number();
    if (field == 4) floats += tensor.bytes().size();
    if (field == 8) name = tensor.text();
    if (field == 9) raw = tensor.bytes().size();
    if (field == 14) elsewhere = tensor.number() == 1;
  }
  const std::uint64_t size = element_bytes(type);
  const bool measured = raw > 0 || (type == 1 && !elsewhere);
  std::uint64_t expected = 0;
  if (measured && size > 0) {
    if (__builtin_mul_overflow(count, size, &expected)) throw DamagedProtobuf();
    if ((raw > 0 ? raw : floats) != expected) throw DamagedProtobuf();
  }
  return name;
}

// NodeProto: its attributes may hold tensors.
void check_node(std::string_view bytes) {
  for (ProtobufReader node(bytes); node.next();) {
    if (node.field() != 5) continue;
    for (ProtobufReader attribute(node.bytes()); attribute.next();) {
      if (attribute.field() == 5) check_tensor(attribute.bytes());
    }
  }
}

// TensorShapeProto.
std::vector<std::int64_t> read_shape(std::string_view bytes) {
  std::vector<std::int64_t> shape;
  for (ProtobufReader sizes(bytes); sizes.next();) {
    if (sizes.field() != 1) continue;
    std::int64_t size = OnnxOutline::kAny;
    for (ProtobufReader one(sizes.bytes()); one.next();) {
      if (one.field() == 1) size = static_cast<std::int64_t>(one.number());
    }
    shape.push_back(size > 0 ? size : OnnxOutline::kAny);
  }
  return shape;
}

// ValueInfoProto: a name, and a type that is a tensor, sequence or something else.
OnnxOutline::Input read_input(std::string_view bytes) {
  OnnxOutline::Input input;
  for (ProtobufReader info(bytes); info.next();) {
    if (info.field() == 1) input.name = info.text();
    if (info.field() != 2) continue;
    for (ProtobufReader type(info.bytes()); type.next();) {
      if (type.field() != 1) continue;
      for (ProtobufReader tensor(type.bytes()); tensor.next();) {
        if (tensor.field() == 2) input.shape = read_shape(tensor.bytes());
      }
    }
  }
  return input;
}

// GraphProto.
void read_graph(std::string_view bytes, OnnxOutline& file) {
  std::set<std::string> weights;
  bool has_nodes = false;
  for (ProtobufReader graph(bytes); graph.next();) {
    const std::uint64_t field = graph.field();
    if (field == 1) check_node(graph.bytes());
    if (field == 5) weights.insert(check_tensor(graph.bytes()));
    if (field == 11) file.inputs.push_back(read_input(graph.bytes()));
    has_nodes = has_nodes || field == 1;
    file.outputs += field == 12 ? 1 : 0;
  }
  std::erase_if(file.inputs, [&](const auto& input) { return weights.contains(input.name); });
  if (!has_nodes || file.inputs.empty() || file.outputs == 0) throw DamagedProtobuf();
}

void read_metadata(std::string_view bytes, OnnxOutline& file) {
  std::string key;
  std::string value;
  for (ProtobufReader entry(bytes); entry.next();) {
    if (entry.field() == 1) key = entry.text();
    if (entry.field() == 2) value = entry.text();
  }
  file.metadata[key] = value;
}

}  // namespace

OnnxOutline read_onnx_outline(std::string_view bytes, const std::string& name) {
  OnnxOutline file;
  std::size_t graphs = 0;
  try {
    for (ProtobufReader model(bytes); model.next();) {
      if (model.field() == 14) read_metadata(model.bytes(), file);
      if (model.field() != 7) continue;
      read_graph(model.bytes(), file);
      ++graphs;
    }
  } catch (const DamagedProtobuf&) {
    graphs = 0;
  }
  if (graphs != 1) throw invalid_data(name + ": not an ONNX network");
  return file;
}

}  // namespace mpart::embed
