#include "mpart/error.hpp"
#include "source/readers.hpp"

namespace mpart {

std::unique_ptr<Source> read_jsonl(std::unique_ptr<ByteStream> stream, const SourceOptions&) {
  throw unsupported(stream->name() + ": JSON lines, but this mpart was built without JSON");
}

}  // namespace mpart
