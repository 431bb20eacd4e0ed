#pragma once

#include <cstdint>
#include <string>

#include "prepare/onnx_outline.hpp"

namespace mpart::embed {

// Throws Error(kInvalidData) that begins with `path` unless every piece of weights that the network
// at `path` has in other files is there: a file in the network's folder or below, long enough.
void check_weights(const OnnxOutline& network, const std::string& path);

// A checksum of all that decides what a network gives: its file, and the files with its weights.
// Throws Error that names a file which cannot be read, or is no network.
std::uint64_t network_checksum(const std::string& path);

}  // namespace mpart::embed
