#include "mpart/error.hpp"
#include "prepare/command_embedder.hpp"

namespace mpart::embed {

std::unique_ptr<Embedder> command_embedder(const std::string& command,
                                           const CommandEmbedderOptions&) {
  throw unsupported("--embedder command:" + command + ": this mpart was built without JSON");
}

}  // namespace mpart::embed
