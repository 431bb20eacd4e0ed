#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::embed::onnx {

// Thrown where a file is no chain of operators that encode_onnx() could have written.
struct OtherForm {};

// Numbers of every attribute of a node, by its name.
using Attributes = std::map<std::string, std::vector<double>, std::less<>>;

struct Node {
  std::string type;
  std::vector<std::string> inputs, outputs;
  Attributes attributes;
};

// A constant whose numbers are in the file, byte by byte.
struct Tensor {
  std::vector<std::uint64_t> shape;
  std::uint64_t type = 0;
  std::string_view raw;
};

// Input or output of the whole network, [any][width].
struct Port {
  std::string name;
  std::uint64_t width = 0;
};

struct Graph {
  std::vector<Node> nodes;
  std::map<std::string, Tensor, std::less<>> tensors;
  std::vector<Port> inputs, outputs;
};

// Reads a file of opset kOpset whose parts are as above. `bytes` must outlive the graph.
// Throws OtherForm, or DamagedProtobuf.
Graph read_graph(std::string_view bytes);

}  // namespace mpart::embed::onnx
