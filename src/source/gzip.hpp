#pragma once

#include <memory>

#include "source/byte_stream.hpp"

namespace mpart {

inline bool is_gzip(ByteStream& stream) { return stream.peek(2).starts_with("\x1F\x8B"); }

// The contents of gzip data, of one member or several. Throws Error(kBadInput) while reading if the
// data is damaged or ends early; here, if the library was built without zlib.
std::unique_ptr<ByteStream> unpack(std::unique_ptr<ByteStream> packed);

}  // namespace mpart
