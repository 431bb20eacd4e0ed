#include "plot/text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace mpart::plot {
namespace {

TEST(Text, NumbersReadBackExactly) {
  for (const double value : {0.1, 1.0 / 3, 1e-308, 5e-324, 1.7976931348623157e308, -0.0, 12345.0}) {
    EXPECT_EQ(std::strtod(number_text(value).c_str(), nullptr), value);
  }
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(std::nan("")), "nan");
}

TEST(Text, ValidUtf8StaysAsItIs) {
  const std::string text = "a \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBD";
  EXPECT_EQ(valid_utf8(text), text);
}

TEST(Text, InvalidUtf8BecomesReplacementCharacters) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("a\xFFz"), "a" + mark + "z");
  EXPECT_EQ(valid_utf8("\xC3"), mark);                                   // cut short
  EXPECT_EQ(valid_utf8("\xC0\xAF"), mark + mark);                        // overlong
  EXPECT_EQ(valid_utf8("\xE0\x80\xAF"), mark + mark + mark);             // overlong
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), mark + mark + mark);             // surrogate
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), mark + mark + mark + mark);  // above U+10FFFF
  EXPECT_EQ(valid_utf8("\xEF\xBF\xBF"), mark + mark + mark);             // U+FFFF
}

TEST(Text, XmlEscapesMarkupAndDropsControlCharacters) {
  EXPECT_EQ(xml_escaped("<a b=\"c\">'&\n\x01\x1F"), "&lt;a b=&quot;c&quot;&gt;&apos;&amp;&#10;");
}

TEST(Text, JsonEscapesQuotesBackslashesAndControlCharacters) {
  EXPECT_EQ(json_quoted("a\"b\\c\n\x1F\x7F"), "\"a\\\"b\\\\c\\u000a\\u001f\\u007f\"");
}

TEST(Text, GraphvizStringCannotEndEarly) {
  EXPECT_EQ(graphviz_quoted("a\"b\\"), R"("a\"b\\")");
  EXPECT_EQ(graphviz_quoted("two\nlines"), R"("two\nlines")");
}

TEST(Text, GnuplotStringIsLettersAndOctalNumbersOnOneLine) {
  EXPECT_EQ(gnuplot_quoted("it's\n`a`\\\"", 20), R"("it\0047s \0140a\0140\0134\0042")");
}

TEST(Text, LongGnuplotStringIsCutBetweenCharacters) {
  EXPECT_EQ(gnuplot_quoted("\xC3\xA9\xC3\xA9\xC3\xA9", 3), "\"\xC3\xA9\xC3\xA9\xC3\xA9\"");
  EXPECT_EQ(gnuplot_quoted("\xC3\xA9\xC3\xA9\xC3\xA9", 2), "\"\xC3\xA9\xC3\xA9\xE2\x80\xA6\"");
}

}  // namespace
}  // namespace mpart::plot
