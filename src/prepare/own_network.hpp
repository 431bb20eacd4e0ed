#pragma once

#include <memory>
#include <string>

#include "mpart/embedder.hpp"

namespace mpart::embed {

// A network that `mpart embed fit` wrote, run by mpart itself; null if `bytes` is another file.
std::unique_ptr<Embedder> open_own_network(const std::string& bytes, const std::string& name);

}  // namespace mpart::embed
