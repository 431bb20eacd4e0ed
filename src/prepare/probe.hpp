#pragma once

#include <map>
#include <string>

#include "mpart/embedder.hpp"

namespace mpart::embed {

// Runs a network on the sample that its file's metadata may hold as mpart.probe.input. Throws
// Error(kInvalidData) beginning with the network's name unless the result is mpart.probe.output
// within 1e-4; `blame` ends the message, such as "its file is damaged".
void check_probe(Embedder& network, const std::map<std::string, std::string>& metadata,
                 const std::string& blame);

}  // namespace mpart::embed
