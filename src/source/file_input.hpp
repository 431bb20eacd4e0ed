#pragma once

#include <memory>
#include <string>

#include "source/byte_stream.hpp"

namespace mpart {

// Opens a file, or standard input for "-", and unpacks it if it begins like gzip data.
// Throws Error(kBadInput) with the system's reason if it cannot be read, or if it is empty.
std::unique_ptr<ByteStream> open_stream(const std::string& path);

}  // namespace mpart
