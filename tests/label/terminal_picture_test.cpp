#include "label/terminal_picture.hpp"

#include <gtest/gtest.h>

#include "label/asked.hpp"
#include "label/question_text.hpp"

namespace mpart {
namespace {

TEST(TerminalPicture, HalfBlocksHaveTwoPixelsACharacter) {
  const Pixels pixels{2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7}};
  EXPECT_EQ(half_blocks(pixels),
            "    \x1b[38;2;255;0;0m\x1b[48;2;0;0;255m\xe2\x96\x80"
            "\x1b[38;2;0;255;0m\x1b[48;2;9;8;7m\xe2\x96\x80\x1b[0m\n");
}

TEST(TerminalPicture, AnOddLastRowHasNoBackground) {
  const std::string text = half_blocks({1, 3, {1, 1, 1, 2, 2, 2, 3, 3, 3}});
  EXPECT_EQ(text.find("48;2;3;3;3"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(TerminalPicture, SixelsAreBandsOfSixRowsByColour) {
  // Eight white rows of five pixels: one band of six rows, one of two.
  const std::string text = sixel({5, 8, std::vector<std::uint8_t>(5 * 8 * 3, 255)});
  EXPECT_TRUE(text.starts_with("\x1bPq\"1;1;5;8#0;2;0;0;0"));
  EXPECT_NE(text.find("#215;2;100;100;100#215!5~$-#215!5B$-"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\x1b\\\n"));
}

TEST(TerminalPicture, TheStyleFollowsWhatTheTerminalSaysOfItself) {
  EXPECT_EQ(picture_style("foot", ""), PictureStyle::kSixel);
  EXPECT_EQ(picture_style("xterm-sixel", ""), PictureStyle::kSixel);
  EXPECT_EQ(picture_style("xterm-256color", "WezTerm"), PictureStyle::kSixel);
  EXPECT_EQ(picture_style("xterm-256color", ""), PictureStyle::kHalfBlocks);
  EXPECT_EQ(picture_style("screen", ""), PictureStyle::kHalfBlocks);
  for (const char* plain : {"", "dumb", "linux", "vt100"}) {
    EXPECT_EQ(picture_style(plain, ""), PictureStyle::kNone) << plain;
  }
}

TEST(QuestionText, ShowsTheSampleAndTheNamesOfItsValues) {
  const tests::Asked asked;
  const SampleView view{.names = {"length", "width"}, .show = [](const Sample& sample) {
                          return "  file: " + std::to_string(sample.row) + "\n";
                        }};
  const std::string text = question_text(asked.query(), view);
  EXPECT_NE(text.find("\n  file: 123\n  values: length 0.100, width 0.900\n"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace mpart
