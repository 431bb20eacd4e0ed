#include "prepare/onnx_outline.hpp"

#include <algorithm>
#include <set>

#include "mpart/error.hpp"
#include "prepare/onnx_size.hpp"
#include "prepare/protobuf_reader.hpp"
#include "util/text.hpp"

namespace mpart::embed {
namespace {

using Fields = ProtobufReader;

constexpr int kDeepest = 16;  // graphs inside operators of graphs

// Bytes of one element of TensorProto.data_type; 0: of no fixed size.
std::uint64_t element_bytes(std::uint64_t type) {
  constexpr std::uint64_t kBytes[] = {0, 4, 1, 1, 2,  2, 4, 8, 0, 1, 2,
                                      8, 4, 8, 8, 16, 2, 1, 1, 1, 1};
  return type < std::size(kBytes) ? kBytes[type] : 0;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw DamagedProtobuf();
  return product;
}

// Repeated integers come one a field or all in one.
std::uint64_t product_of(const Fields& fields) {
  if (fields.bytes().empty()) return fields.number();
  std::uint64_t product = 1;
  for (Fields packed(fields.bytes()); !packed.at_end();) {
    product = multiply(product, packed.varint());
  }
  return product;
}

// StringStringEntryProto.
std::pair<std::string, std::string> read_entry(std::string_view bytes) {
  std::pair<std::string, std::string> read;
  for (Fields entry(bytes); entry.next();) {
    if (entry.field() == 1) read.first = entry.text();
    if (entry.field() == 2) read.second = entry.text();
  }
  return read;
}

void read_elsewhere(std::string_view bytes, OnnxOutline::Elsewhere& place) {
  const auto [key, value] = read_entry(bytes);
  if (key == "location") place.location = value;
  std::uint64_t* const number = key == "offset"   ? &place.offset
                                : key == "length" ? &place.length
                                                  : nullptr;
  if (number != nullptr && !parse_whole(value, *number)) throw DamagedProtobuf();
}

// TensorShapeProto.
std::vector<std::int64_t> read_shape(std::string_view bytes) {
  std::vector<std::int64_t> shape;
  for (Fields sizes(bytes); sizes.next();) {
    if (sizes.field() != 1) continue;
    std::int64_t size = OnnxOutline::kAny;
    for (Fields one(sizes.bytes()); one.next();) {
      if (one.field() == 1) size = static_cast<std::int64_t>(one.number());
    }
    shape.push_back(size > 0 ? size : OnnxOutline::kAny);
  }
  return shape;
}

// ValueInfoProto: a name, and a type that is a tensor, sequence or something else.
OnnxOutline::Value read_value(std::string_view bytes) {
  OnnxOutline::Value value;
  for (Fields info(bytes); info.next();) {
    if (info.field() == 1) value.name = info.text();
    if (info.field() != 2) continue;
    for (Fields type(info.bytes()); type.next();) {
      if (type.field() != 1) continue;
      for (Fields tensor(type.bytes()); tensor.next();) {
        if (tensor.field() == 1) value.type = static_cast<int>(tensor.number());
        if (tensor.field() != 2) continue;
        value.shape = read_shape(tensor.bytes());
        value.has_shape = true;
      }
    }
  }
  return value;
}

// Which operator or function is meant.
struct Type {
  std::string domain, name, overload;
  std::string key() const { return domain + ":" + name + ":" + overload; }
};

// One pass through a file.
class Walk {
 public:
  // ModelProto. Throws DamagedProtobuf.
  OnnxOutline read(std::string_view bytes) {
    std::size_t graphs = 0;
    for (Fields model(bytes); model.next();) {
      if (model.field() == 7 && ++graphs == 1) read_graph(model.bytes());
      if (model.field() == 14) {
        auto [key, value] = read_entry(model.bytes());
        file_.metadata[key] = value;
      }
      if (model.field() == 25) read_function(model.bytes());
    }
    if (graphs != 1) throw DamagedProtobuf();
    return std::move(file_);
  }

  std::uint64_t operators() const { return expanded_operators(graph_, functions_); }

 private:
  // GraphProto of the whole network.
  void read_graph(std::string_view bytes) {
    std::set<std::string> weights;
    walk_graph(bytes, graph_, 0, &weights);
    for (Fields graph(bytes); graph.next();) {
      if (graph.field() == 11) file_.inputs.push_back(read_value(graph.bytes()));
      if (graph.field() == 12) file_.outputs.push_back(read_value(graph.bytes()));
    }
    std::erase_if(file_.inputs, [&](const auto& input) { return weights.contains(input.name); });
    if (graph_.operators == 0 || file_.inputs.empty() || file_.outputs.empty()) {
      throw DamagedProtobuf();
    }
  }

  // GraphProto, also one inside an operator; the names of its weights are added if wanted.
  void walk_graph(std::string_view bytes, OperatorCount& count, int depth,
                  std::set<std::string>* weights) {
    if (depth > kDeepest) throw DamagedProtobuf();
    for (Fields graph(bytes); graph.next();) {
      if (graph.field() == 1) walk_node(graph.bytes(), count, depth);
      if (graph.field() == 5) {
        std::string name = check_tensor(graph.bytes());
        if (weights != nullptr) weights->insert(std::move(name));
      }
      if (graph.field() == 15) check_sparse(graph.bytes());
    }
  }

  // FunctionProto: operators under a name, which a graph can use as one.
  void read_function(std::string_view bytes) {
    Type type;
    OperatorCount count;
    for (Fields function(bytes); function.next();) {
      if (function.field() == 1) type.name = function.text();
      if (function.field() == 7) walk_node(function.bytes(), count, 0);
      if (function.field() == 10) type.domain = function.text();
      if (function.field() == 13) type.overload = function.text();
    }
    if (!functions_.emplace(type.key(), std::move(count)).second) throw DamagedProtobuf();
  }

  // NodeProto: its attributes may hold tensors and graphs.
  void walk_node(std::string_view bytes, OperatorCount& count, int depth) {
    Type type;
    for (Fields node(bytes); node.next();) {
      if (node.field() == 4) type.name = node.text();
      if (node.field() == 7) type.domain = node.text();
      if (node.field() == 8) type.overload = node.text();
      if (node.field() != 5) continue;
      for (Fields attribute(node.bytes()); attribute.next();) {
        const std::uint64_t field = attribute.field();
        if (field == 5 || field == 10) check_tensor(attribute.bytes());
        if (field == 6 || field == 11) walk_graph(attribute.bytes(), count, depth + 1, nullptr);
        if (field == 22 || field == 23) check_sparse(attribute.bytes());
      }
    }
    ++count.operators;
    ++count.calls[type.key()];
    file_.has_loops = file_.has_loops || type.name == "Loop" || type.name == "Scan";
  }

  // SparseTensorProto: values and where they are.
  void check_sparse(std::string_view bytes) {
    for (Fields sparse(bytes); sparse.next();) {
      if (sparse.field() == 1 || sparse.field() == 2) check_tensor(sparse.bytes());
    }
  }

  // TensorProto: as much data as its shape says. Returns its name.
  std::string check_tensor(std::string_view bytes) {
    std::string name;
    std::uint64_t count = 1;
    std::uint64_t type = 0;
    std::uint64_t raw = 0;
    std::uint64_t typed = 0;  // bytes in fields of one type, or values that came one by one
    bool has_raw = false;
    bool is_elsewhere = false;
    OnnxOutline::Elsewhere place;
    for (Fields tensor(bytes); tensor.next();) {
      const std::uint64_t field = tensor.field();
      if (field == 1) count = multiply(count, product_of(tensor));
      if (field == 2) type = tensor.number();
      if ((field >= 4 && field <= 7) || field == 10 || field == 11) {
        typed += std::max<std::uint64_t>(1, tensor.bytes().size());
      }
      if (field == 8) name = tensor.text();
      if (field == 9) raw = tensor.bytes().size();
      has_raw = has_raw || field == 9;
      if (field == 13) read_elsewhere(tensor.bytes(), place);
      if (field == 14) is_elsewhere = tensor.number() == 1;
    }
    const std::uint64_t each = element_bytes(type);
    const std::uint64_t size = multiply(count, each);
    if (is_elsewhere) {
      if (place.length != 0 && each != 0 && place.length != size) throw DamagedProtobuf();
      if (each != 0) place.length = size;
      file_.elsewhere.push_back(std::move(place));
    } else if (has_raw) {
      if (each != 0 ? raw != size : count > 2 * raw) throw DamagedProtobuf();
    } else if (type == 1 ? typed != size : count > 2 * typed) {  // two of 4 bits share a byte
      throw DamagedProtobuf();
    }
    return name;
  }

  OnnxOutline file_;
  OperatorCount graph_;
  std::map<std::string, OperatorCount> functions_;
};

}  // namespace

OnnxOutline read_onnx_outline(std::string_view bytes, const std::string& name) {
  Walk walk;
  OnnxOutline file;
  try {
    file = walk.read(bytes);
  } catch (const DamagedProtobuf&) {
    throw invalid_data(name + ": not an ONNX network");
  }
  if (walk.operators() > kMostOperators) {
    throw invalid_data(name + ": more than " + std::to_string(kMostOperators) +
                       " operators, or a function that calls itself");
  }
  return file;
}

}  // namespace mpart::embed
