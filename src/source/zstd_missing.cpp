#include "mpart/error.hpp"
#include "source/unpack_block.hpp"

namespace mpart {

bool unpack_zstd(std::string_view /*packed*/, std::span<char> /*into*/, const std::string& name) {
  throw unsupported(name +
                    ": compressed by zstd, but this mpart was built without it; write the file "
                    "with snappy, gzip, lz4 or no compression");
}

}  // namespace mpart
