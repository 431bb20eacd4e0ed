#pragma once

#include <string>
#include <vector>

#include "prepare/onnx_graph.hpp"

namespace mpart::embed::onnx {

// The weights and bias of a layer, by name.
struct LayerNames {
  std::string weights, bias;
};

struct ChainNames {
  std::string picture_shape;  // empty in an MLP
  std::vector<LayerNames> convolutions, dense;
};

// The layers of a network whose operators are those that encode_onnx() writes, with the same
// attributes and in the same order. Throws OtherForm for any other.
ChainNames read_chain(const Graph& graph);

}  // namespace mpart::embed::onnx
