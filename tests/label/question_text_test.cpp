#include "label/question_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "label/asked.hpp"
#include "label/picture_text.hpp"

namespace mpart {
namespace {

using tests::Asked;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(QuestionText, SaysWhichSampleWhatIsGuessedAndWhy) {
  Asked asked;
  asked.question.sample.id = "img-7";
  EXPECT_EQ(question_text(asked.query()),
            "Question 17: row 123, \"img-7\"\n"
            "  features: 0.100 0.900\n"
            "  guess: cat 61%; then bird 30%, dog 9%\n"
            "  why: few labels near here (u_e 0.83), classes are mixed (u_a 0.41), "
            "dense region (d 132.1); score 0.31 passed 0.27\n"
            "  classes: #1 cat  #2 dog  #3 bird\n");
}

TEST(QuestionText, HasNoGuessBeforeALabelHasComeNear) {
  Asked asked;
  asked.guess = {};
  asked.classes.clear();
  asked.question.reason = {1, 0, 1, 0.01, 0};
  EXPECT_EQ(question_text(asked.query(1)),
            "Question 1: row 123\n"
            "  features: 0.100 0.900\n"
            "  guess: no idea yet: no label has reached this region\n"
            "  why: no label near here (u_e 1.00), classes hardly mix (u_a 0.00), "
            "sparse region (d 1.0); score 0.01 passed 0.00\n"
            "  classes: none yet, type the first\n");
}

TEST(QuestionText, AGuessOlderThanTheNewestClassIsShown) {
  Asked asked;
  asked.guess.probability = {1.0};
  EXPECT_NE(question_text(asked.query()).find("guess: cat 100%\n"), std::string::npos);
}

TEST(QuestionText, NamesCannotDriveTheTerminal) {
  Asked asked;
  asked.question.sample.id = "\x1b[2J";
  asked.classes = {"\x1b]0;pwned\x07", "a\nb", "\xff"};
  const std::string text = question_text(asked.query());
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5);
}

TEST(QuestionText, ARandomChoiceIsCalledSo) {
  EXPECT_EQ(reason_text({0.2, 0.1, 12, 0.05, kNaN}),
            "labels are near (u_e 0.20), classes hardly mix (u_a 0.10), "
            "region of medium density (d 12.0); score 0.05, but chosen at random");
}

TEST(QuestionText, ManyClassesAreListedWithoutNumbersAndVeryManyInPart) {
  std::vector<std::string> classes(21, "x");
  EXPECT_EQ(classes_text(classes).find('#'), std::string::npos);
  classes.assign(784, "y");
  const std::string text = classes_text(classes);
  EXPECT_NE(text.find(", y ... 784 classes\n"), std::string::npos);
  EXPECT_LT(text.size(), 400u);
}

TEST(FeaturesText, ShortSamplesAreShownInFull) {
  const std::vector<double> values(16, 0.5);
  std::string expected = "  features:";
  for (int i = 0; i < 16; ++i) expected += " 0.500";
  EXPECT_EQ(features_text(values), expected + '\n');
}

TEST(FeaturesText, LongSamplesAreCut) {
  EXPECT_EQ(features_text(std::vector<double>(17, -1.23456)),
            "  features: -1.235 -1.235 -1.235 -1.235 -1.235 -1.235 -1.235 -1.235 ... 17 values\n");
}

std::vector<std::string> picture_rows(std::span<const double> values) {
  std::vector<std::string> rows;
  const std::string text = features_text(values);
  std::size_t begin = text.find('\n') + 1;
  for (std::size_t end = 0; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    rows.push_back(text.substr(begin, end - begin));
  }
  return rows;
}

TEST(FeaturesText, ASquarePictureIsDrawn) {
  std::vector<double> pixels(28 * 28, 0.0);
  for (std::size_t row = 0; row < 28; ++row) pixels[row * 28 + 3] = 1.0;  // an upright stroke
  const std::vector<std::string> rows = picture_rows(pixels);
  ASSERT_EQ(rows.size(), 14u);
  for (const std::string& row : rows) EXPECT_EQ(row, "       @");
}

TEST(FeaturesText, APictureKeepsToTwentyEightColumnsAndTheRangeOfItsOwnValues) {
  for (std::size_t side = 16; side <= 64; ++side) {
    std::vector<double> pixels(side * side, 100.0);
    std::fill(pixels.begin(), pixels.begin() + static_cast<std::ptrdiff_t>(pixels.size() / 2), 300);
    const std::vector<std::string> rows = picture_rows(pixels);
    ASSERT_EQ(rows.size(), std::min<std::size_t>(side, 28) / 2);
    EXPECT_EQ(rows.front(), "    " + std::string(std::min<std::size_t>(side, 28), '@'));
    EXPECT_EQ(rows.back(), "");
  }
}

TEST(FeaturesText, OtherWidthsAreNoPictures) {
  for (const std::size_t width : {225u, 255u, 257u, 785u, 4225u}) {
    EXPECT_TRUE(picture_rows(std::vector<double>(width, 0.5)).empty()) << width;
  }
}

TEST(FeaturesText, ExtremeValuesStayShort) {
  std::vector<double> pixels(256, 1e308);
  pixels[0] = -1e308;
  pixels[1] = 1e-300;
  EXPECT_LT(features_text(pixels).size(), 500u);
  EXPECT_EQ(decimals(-2.5e9, 2), "-2.50e+09");
}

}  // namespace
}  // namespace mpart
