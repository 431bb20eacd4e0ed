#include "prepare/onnx_chain.hpp"

#include <span>

#include "prepare/encoder.hpp"

namespace mpart::embed::onnx {

namespace {

// Goes along the operators, each of which must take the output of the one before.
class Walk {
 public:
  explicit Walk(const Graph& graph) : graph_(graph), last_(graph.inputs[0].name) {}

  bool next_is(std::string_view type) const {
    return at_ < graph_.nodes.size() && graph_.nodes[at_].type == type;
  }

  // Passes an operator of this type, and returns the names of its constants.
  std::span<const std::string> pass(std::string_view type, std::size_t constants,
                                    const Attributes& attributes) {
    if (!next_is(type)) throw OtherForm();
    const Node& node = graph_.nodes[at_++];
    if (node.inputs.size() != constants + 1 || node.inputs[0] != last_ ||
        node.outputs.size() != 1 || node.attributes != attributes) {
      throw OtherForm();
    }
    last_ = node.outputs[0];
    return std::span(node.inputs).subspan(1);
  }

  void finish() const {
    if (at_ != graph_.nodes.size() || last_ != graph_.outputs[0].name) throw OtherForm();
  }

 private:
  const Graph& graph_;
  std::size_t at_ = 0;
  std::string last_;
};

LayerNames pass_layer(Walk& walk, std::string_view type, const Attributes& attributes) {
  const std::span<const std::string> names = walk.pass(type, 2, attributes);
  return {names[0], names[1]};
}

}  // namespace

// The operators as append_layers() in onnx_file.cpp writes them.
ChainNames read_chain(const Graph& graph) {
  constexpr double kSide = Convolution::kSide, kStride = Convolution::kStride,
                   kPadding = Convolution::kPadding;
  Walk walk(graph);
  ChainNames chain;
  if (walk.next_is("Reshape")) {
    chain.picture_shape = walk.pass("Reshape", 1, {})[0];
    while (walk.next_is("Conv")) {
      chain.convolutions.push_back(
          pass_layer(walk, "Conv",
                     {{"kernel_shape", {kSide, kSide}},
                      {"strides", {kStride, kStride}},
                      {"pads", {kPadding, kPadding, kPadding, kPadding}}}));
      walk.pass("Relu", 0, {});
    }
    if (chain.convolutions.empty()) throw OtherForm();
    walk.pass("Flatten", 0, {{"axis", {1}}});
  }
  for (bool more = true; more;) {
    chain.dense.push_back(pass_layer(walk, "Gemm", {{"transB", {1}}}));
    more = walk.next_is("Relu");
    if (more) walk.pass("Relu", 0, {});
  }
  walk.pass("Clip", 0, {{"min", {0}}, {"max", {1}}});
  walk.finish();
  return chain;
}

}  // namespace mpart::embed::onnx
