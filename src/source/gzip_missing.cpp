#include "source/gzip.hpp"
#include "source/message.hpp"

namespace mpart {

std::unique_ptr<ByteStream> unpack(std::unique_ptr<ByteStream> packed) {
  bad_input(packed->name(), "compressed, but this mpart was built without zlib");
}

}  // namespace mpart
