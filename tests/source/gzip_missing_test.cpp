#include <gtest/gtest.h>

#include "source/support.hpp"

namespace mpart::test {
namespace {

TEST(Gzip, BuildWithoutZlibSaysSo) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.csv.gz", "\x1F\x8B\x08");
  EXPECT_EQ(message_of([&] { open_source(path); }, ErrorKind::kUnsupported),
            path + ": compressed, but this mpart was built without zlib");
}

}  // namespace
}  // namespace mpart::test
