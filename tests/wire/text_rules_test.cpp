#include "wire/limits.hpp"

#include <gtest/gtest.h>

#include "mpart/error.hpp"
#include "wire/number_text.hpp"

namespace mpart::wire {
namespace {

TEST(TextRules, ALabelHasOneToTwoHundredBytesAndNoControlCharacter) {
  EXPECT_EQ(problem_of_label("K\xc3\xa4"
                             "fer, \"quoted\""),
            "");
  EXPECT_EQ(problem_of_label(std::string(kLongestLabel, 'x')), "");
  EXPECT_EQ(problem_of_label(""), "is empty");
  EXPECT_EQ(problem_of_label(std::string(201, 'x')), "at most 200 bytes expected, 201 found");
  for (const char control : {'\0', '\t', '\n', '\x1b', '\x7f'}) {
    EXPECT_EQ(problem_of_label(std::string("a") + control), "has a control character");
  }
}

TEST(TextRules, AnIdMayBeEmpty) {
  EXPECT_EQ(problem_of_id(""), "");
  EXPECT_EQ(problem_of_id(std::string(201, 'x')), "at most 200 bytes expected, 201 found");
  EXPECT_EQ(problem_of_id("a\nb"), "has a control character");
}

TEST(TextRules, AProblemIsAnErrorThatNamesTheField) {
  EXPECT_NO_THROW(check_id(""));
  try {
    check_label("");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData);
    EXPECT_STREQ(error.what(), "\"label\": is empty");
  }
  EXPECT_THROW(check_id("\x7f"), Error);
}

TEST(NumberText, AClassThatIsANumberHasNoFractionOfZero) {
  std::string text;
  write_number(3.0, text);
  EXPECT_EQ(text, "3");
  write_number(-0.5, text);
  EXPECT_EQ(text, "-0.5");
  write_number(1e300, text);
  EXPECT_EQ(text, "1e+300");
}

TEST(NumberText, ForPeopleItIsShort) {
  EXPECT_EQ(decimals(-2.5e9, 2), "-2.50e+09");
  EXPECT_EQ(decimals(0.125, 2), "0.12");
  EXPECT_EQ(significant(0.3149, 3), "0.315");
  EXPECT_EQ(significant(0.0000123456, 3), "1.23e-05");
}

}  // namespace
}  // namespace mpart::wire
