#pragma once

#include <string>

#include "cli/embedding_options.hpp"
#include "mpart/preparation.hpp"
#include "mpart/session.hpp"

namespace mpart {

// Loads a model whose samples come one at a time, to a server or a worker, and has them prepared as
// the model says. Throws as load_model() and EmbeddingOptions::use() do, and Error(kUnsupported)
// for a model of windows: a sample alone is none.
Session load_served(const std::string& path, EmbeddingOptions& embedding, Preparation& preparation);

// The same for a preparation that a state has kept. `whose` calls it in messages.
void use_served(const Preparation& preparation, const std::string& whose,
                EmbeddingOptions& embedding);

}  // namespace mpart
