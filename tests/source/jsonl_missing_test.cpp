#include <gtest/gtest.h>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

TEST(Jsonl, BuildWithoutJsonSaysSo) {
  const auto read = [] { read_jsonl(stream_of("a.jsonl", "{\"x\":[1]}\n"), {}); };
  EXPECT_EQ(message_of(read, ErrorKind::kUnsupported),
            "a.jsonl: JSON lines, but this mpart was built without JSON");
}

}  // namespace
}  // namespace mpart::test
