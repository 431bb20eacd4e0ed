#pragma once

#include <map>
#include <span>
#include <string>

#include "mpart/embedder.hpp"

namespace mpart::embed {

// Whether two results of a network are the same but for rounding; never if a value is not a number.
bool agree(std::span<const float> a, std::span<const float> b);

// Tries a network on the sample that its file brings, mpart.probe.input, if it does. Throws
// Error(kInvalidData) that names the network and what runs it unless mpart.probe.output comes out.
void check_probe(const std::map<std::string, std::string>& metadata, Embedder& network,
                 const std::string& runtime);

}  // namespace mpart::embed
