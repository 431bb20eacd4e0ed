#include "util/sanitize_text.hpp"

#include <gtest/gtest.h>

namespace mpart {
namespace {

TEST(Printable, KeepsLettersOfEveryScript) { EXPECT_EQ(sanitize_text("käse 猫 🐈"), "käse 猫 🐈"); }

TEST(Printable, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(sanitize_text("a\x1b[2Jb\n\x7f"), "a\\x1b[2Jb\\x0a\\x7f");
  EXPECT_EQ(sanitize_text("\xc2\x9b"), "\\xc2\\x9b");  // C1 control
  EXPECT_EQ(sanitize_text("\xe2\x80\xae"
                          "txt"),
            "\\xe2\\x80\\xaetxt");  // right-to-left override
}

TEST(Printable, EscapesBrokenUtf8ByteByByte) {
  EXPECT_EQ(sanitize_text("\xc3"), "\\xc3");
  EXPECT_EQ(sanitize_text("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(sanitize_text("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(sanitize_text("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(Printable, CountsCharactersNotBytes) { EXPECT_EQ(sanitize_text("äöü", 2), "äö..."); }

}  // namespace
}  // namespace mpart
