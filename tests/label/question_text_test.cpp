#include "label/question_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "label/asked.hpp"
#include "label/picture_text.hpp"

namespace mpart {
namespace {

using tests::Asked;

TEST(QuestionText, SaysWhichSampleWhatIsPredictedAndWhy) {
  Asked asked;
  asked.question.sample.id = "img-7";
  EXPECT_EQ(question_text(asked.query()),
            "Question 17: row 123, \"img-7\"\n"
            "  values: 0.100 0.900\n"
            "  predicted: cat 61%; then bird 30%, dog 9%\n"
            "  why: Few labels are near here, and the classes are mixed. The region is dense, so "
            "the answer helps with many samples. Its score of 0.31 passed the threshold of 0.27.\n"
            "       u_e 0.83, u_a 0.41, d 132.1, score 0.31\n"
            "  classes: #1 cat  #2 dog  #3 bird\n");
}

TEST(QuestionText, PredictsNothingBeforeALabelHasComeNear) {
  Asked asked;
  asked.guess = {};
  asked.classes.clear();
  asked.question.reason = {1, 0, 1, 0.01, 0};
  EXPECT_EQ(question_text(asked.query(1)),
            "Question 1: row 123\n"
            "  values: 0.100 0.900\n"
            "  predicted: nothing yet: no label has reached this region\n"
            "  why: No label is near here yet. The region is sparse. Its score of 0.01 passed the "
            "threshold of 0.\n"
            "       u_e 1.00, u_a 0.00, d 1.0, score 0.01\n"
            "  classes: none yet, type the first\n");
}

TEST(QuestionText, APredictionOlderThanTheNewestClassIsShown) {
  Asked asked;
  asked.guess.probability = {1.0};
  EXPECT_NE(question_text(asked.query()).find("predicted: cat 100%\n"), std::string::npos);
}

TEST(QuestionText, NamesCannotDriveTheTerminal) {
  Asked asked;
  asked.question.sample.id = "\x1b[2J";
  asked.classes = {"\x1b]0;pwned\x07", "a\nb", "\xff"};
  const std::string text = question_text(asked.query());
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
}

TEST(QuestionText, ManyClassesAreListedWithoutNumbersAndVeryManyInPart) {
  std::vector<std::string> classes(21, "x");
  EXPECT_EQ(classes_text(classes).find('#'), std::string::npos);
  classes.assign(784, "y");
  const std::string text = classes_text(classes);
  EXPECT_NE(text.find(", y ... 784 classes\n"), std::string::npos);
  EXPECT_LT(text.size(), 400u);
}

TEST(ValuesText, ShortSamplesAreShownInFull) {
  const std::vector<double> values(16, 0.5);
  std::string expected = "  values:";
  for (int i = 0; i < 16; ++i) expected += " 0.500";
  EXPECT_EQ(values_text(values), expected + '\n');
}

TEST(ValuesText, LongSamplesAreCut) {
  EXPECT_EQ(values_text(std::vector<double>(17, -1.23456)),
            "  values: -1.235 -1.235 -1.235 -1.235 -1.235 -1.235 -1.235 -1.235 ... 17 values\n");
}

std::vector<std::string> picture_rows(std::span<const double> values) {
  std::vector<std::string> rows;
  const std::string text = values_text(values);
  std::size_t begin = text.find('\n') + 1;
  for (std::size_t end = 0; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    rows.push_back(text.substr(begin, end - begin));
  }
  return rows;
}

TEST(ValuesText, ASquarePictureIsDrawn) {
  std::vector<double> pixels(28 * 28, 0.0);
  for (std::size_t row = 0; row < 28; ++row) pixels[row * 28 + 3] = 1.0;  // an upright stroke
  const std::vector<std::string> rows = picture_rows(pixels);
  ASSERT_EQ(rows.size(), 14u);
  for (const std::string& row : rows) EXPECT_EQ(row, "       @");
}

TEST(ValuesText, APictureKeepsToTwentyEightColumnsAndTheRangeOfItsOwnValues) {
  for (std::size_t side = 16; side <= 64; ++side) {
    std::vector<double> pixels(side * side, 100.0);
    std::fill(pixels.begin(), pixels.begin() + static_cast<std::ptrdiff_t>(pixels.size() / 2), 300);
    const std::vector<std::string> rows = picture_rows(pixels);
    ASSERT_EQ(rows.size(), std::min<std::size_t>(side, 28) / 2);
    EXPECT_EQ(rows.front(), "    " + std::string(std::min<std::size_t>(side, 28), '@'));
    EXPECT_EQ(rows.back(), "");
  }
}

TEST(ValuesText, OtherWidthsAreNoPictures) {
  for (const std::size_t width : {225u, 255u, 257u, 785u, 4225u}) {
    EXPECT_TRUE(picture_rows(std::vector<double>(width, 0.5)).empty()) << width;
  }
}

TEST(ValuesText, ExtremeValuesStayShort) {
  std::vector<double> pixels(256, 1e308);
  pixels[0] = -1e308;
  pixels[1] = 1e-300;
  EXPECT_LT(values_text(pixels).size(), 500u);
}

}  // namespace
}  // namespace mpart
