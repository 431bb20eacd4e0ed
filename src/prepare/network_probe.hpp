#pragma once

#include <map>
#include <span>
#include <string>

#include "mpart/embedder.hpp"

namespace mpart::embed {

// Whether two results of a network are the same but for rounding; never if a value is not a number.
bool agree(std::span<const float> a, std::span<const float> b);

// Tries a network on the sample that its file's metadata may bring as mpart.probe.input. Throws
// Error(kInvalidData) that names the network unless mpart.probe.output comes out; `blame` ends the
// message, such as "its file is damaged".
void check_probe(Embedder& network, const std::map<std::string, std::string>& metadata,
                 const std::string& blame);

}  // namespace mpart::embed
