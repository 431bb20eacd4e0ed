#pragma once

#include <string>
#include <vector>

#include "embed/training.hpp"
#include "mpart/embedder.hpp"

namespace mpart {

// Replaces the values of every sample by what the network makes of them.
void embed_samples(std::vector<Sample>& samples, Embedder& network);

// Where training stands, for a status line: bar, epoch, loss, time left.
std::string progress_text(const embed::Progress& progress);

}  // namespace mpart
