#pragma once

#include <string>
#include <string_view>

namespace mpart::embed {

// ONNX Runtime's message of an error in words for a user: the operator that fails first, without
// places in the source of ONNX Runtime. `version`: of ONNX Runtime.
//   operator Fourier is not supported by ONNX Runtime 1.31.1
//   operator Gather fails: indices element out of data bounds
//   ONNX Runtime 1.31.1 cannot run it: the graph is not acyclic
std::string explain_onnx_error(std::string_view message, const std::string& version);

}  // namespace mpart::embed
