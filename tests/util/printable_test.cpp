#include "util/printable.hpp"

#include <gtest/gtest.h>

namespace mpart {
namespace {

TEST(Printable, KeepsLettersOfEveryScript) { EXPECT_EQ(printable("käse 猫 🐈"), "käse 猫 🐈"); }

TEST(Printable, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\x1b[2Jb\n\x7f"), "a\\x1b[2Jb\\x0a\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // C1 control
  EXPECT_EQ(printable("\xe2\x80\xae"
                      "txt"),
            "\\xe2\\x80\\xaetxt");  // right-to-left override
}

TEST(Printable, EscapesBrokenUtf8ByteByByte) {
  EXPECT_EQ(printable("\xc3"), "\\xc3");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(Printable, CountsCharactersNotBytes) { EXPECT_EQ(printable("äöü", 2), "äö..."); }

}  // namespace
}  // namespace mpart
