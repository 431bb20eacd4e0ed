#include "source/message.hpp"

#include <gtest/gtest.h>

namespace mpart::test {
namespace {

TEST(Message, PrintableKeepsUtf8AndEscapesTheRest) {
  EXPECT_EQ(printable("a b\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"),
            "a b\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80");
  EXPECT_EQ(printable(std::string("\0\n\x7F", 3)), "\\x00\\x0a\\x7f");
  EXPECT_EQ(printable("\xC3"), "\\xc3");                    // cut
  EXPECT_EQ(printable("\xC3("), "\\xc3(");                  // not continued
  EXPECT_EQ(printable("\xC0\x80"), "\\xc0\\x80");           // overlong
  EXPECT_EQ(printable("\xE0\x80\x80"), "\\xe0\\x80\\x80");  // overlong
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(printable("\xC2\x9B"), "\\xc2\\x9b");           // a control character of Latin-1
  EXPECT_EQ(printable("\xF5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
}

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
