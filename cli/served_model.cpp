#include "cli/served_model.hpp"

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"

namespace mpart {

Session load_served(const std::string& path, EmbeddingOptions& embedding,
                    Preparation& preparation) {
  Session session = load_model(path, {}, &preparation);
  use_served(preparation, path, embedding);
  return session;
}

void use_served(const Preparation& preparation, const std::string& whose,
                EmbeddingOptions& embedding) {
  if (preparation.window > 0) {
    throw unsupported(whose + " learned windows of " + std::to_string(preparation.window) +
                      " rows of a series; here each sample comes alone. mpart run and mpart "
                      "predict read a series, also from a pipe");
  }
  embedding.use(preparation);
}

}  // namespace mpart
