#pragma once

#include <memory>
#include <string>

#include "mpart/embedder.hpp"

namespace mpart::embed {

// Opens a network that encode_onnx() wrote, in this or an earlier version, and runs it without any
// other library. Null for a file of any other form.
// Throws Error(kInvalidData) beginning with `name` for one that is damaged, or does not give what
// its own probe says it must give.
std::unique_ptr<Embedder> open_own_network(const std::string& bytes, const std::string& name);

}  // namespace mpart::embed
