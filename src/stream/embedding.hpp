#pragma once

#include <span>

#include "mpart/embedder.hpp"
#include "mpart/sample.hpp"

namespace mpart::stream {

// Replaces the values of every sample by what the networks, one after another, make of them.
// REQUIRES: samples of one width. Throws Error(kBadInput) if they are too wide or too narrow, or
// become something that is not finite.
void embed(const EmbedderChain& networks, std::span<Sample> samples);

}  // namespace mpart::stream
