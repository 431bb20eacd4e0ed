#include <gtest/gtest.h>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

TEST(Jsonl, BuildWithoutJsonSaysSo) {
  EXPECT_EQ(bad_input_of([] { read_jsonl(stream_of("a.jsonl", "{\"x\":[1]}\n"), {}); }),
            "a.jsonl: JSON lines, but this mpart was built without JSON");
}

}  // namespace
}  // namespace mpart::test
