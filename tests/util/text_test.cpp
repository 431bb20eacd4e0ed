#include "util/text.hpp"

#include <gtest/gtest.h>

namespace mpart::test {
namespace {

TEST(Message, ShortenedCountsCharactersAndNotBytes) {
  std::string text;
  for (int i = 0; i < 41; ++i) text += "\xC3\xA9";
  EXPECT_EQ(shortened(text), text.substr(0, 80) + "...");
  EXPECT_EQ(shortened(text.substr(0, 80)), text.substr(0, 80));
}

TEST(Message, CountedHasAPlural) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(2, "row"), "2 rows");
}

}  // namespace
}  // namespace mpart::test
