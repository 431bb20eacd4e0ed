#include "source/message.hpp"
#include "source/readers.hpp"

namespace mpart {

std::unique_ptr<Source> read_jsonl(std::unique_ptr<ByteStream> stream, const SourceOptions&) {
  bad_input(stream->name(), "JSON lines, but this mpart was built without JSON");
}

}  // namespace mpart
