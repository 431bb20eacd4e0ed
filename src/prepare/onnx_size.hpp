#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mpart::embed {

// The largest exports of today have some 20,000 operators. ONNX Runtime takes seconds for these.
inline constexpr std::uint64_t kMostOperators = 50'000;

// Operators of a graph, or of a function that an ONNX file defines for its graph to call.
struct OperatorCount {
  std::uint64_t operators = 0;
  std::map<std::string, std::uint64_t, std::less<>> calls;  // of each type
};

// Operators of `graph` once every function is replaced by its body, as a runtime does. More than
// kMostOperators if there are more, if a function calls itself, or if there are too many functions.
std::uint64_t expanded_operators(const OperatorCount& graph,
                                 const std::map<std::string, OperatorCount>& functions);

}  // namespace mpart::embed
