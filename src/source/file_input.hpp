#pragma once

#include <memory>
#include <string>

#include "source/byte_stream.hpp"

namespace mpart {

// Opens a file, or standard input for "-", and unpacks it if it begins like gzip data.
// Throws Error(kBadInput) with the system's reason if it cannot be read, or if it is empty.
// A read that a signal interrupts is the end of the stream if `stop` then says so.
std::unique_ptr<ByteStream> open_stream(const std::string& path, bool (*stop)() = nullptr);

}  // namespace mpart
