#include "source/byte_stream.hpp"

#include "mpart/error.hpp"

namespace mpart {

std::unique_ptr<ByteStream> unpack(std::unique_ptr<ByteStream> packed) {
  throw unsupported(packed->name() + ": compressed, but this mpart was built without zlib");
}

}  // namespace mpart
