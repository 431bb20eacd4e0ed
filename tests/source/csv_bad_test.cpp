#include <gtest/gtest.h>

#include "source/line_reader.hpp"
#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

std::string error_of(const std::string& text, const SourceOptions& options = {}) {
  return bad_input_of([&] { read_all(*read_csv(stream_of("train.csv", text), options)); });
}

TEST(BadCsv, RowOfAnotherLengthIsNamedByLineAndCounts) {
  EXPECT_EQ(error_of("a,b,c,d,l\n1,2,3,4,x\n1,2,3,x\n"), "train.csv:3: 5 values expected, 4 found");
  EXPECT_EQ(error_of("1,x\n1,2,3,4,5,6,x\n"), "train.csv:2: 2 values expected, 7 found");
}

TEST(BadCsv, CellThatIsNoNumberIsNamedByLineAndColumn) {
  EXPECT_EQ(error_of("x0,x1,x2,l\n1,2,3,c\n1,2,abc,c\n"),
            "train.csv:3: column 3 (x2): \"abc\" is not a number");
  EXPECT_EQ(error_of("1,2,a\n1,2 3,a\n"), "train.csv:2: column 2: \"2 3\" is not a number");
  EXPECT_EQ(error_of("1,2,a\n1,0x10,a\n"), "train.csv:2: column 2: \"0x10\" is not a number");
  EXPECT_EQ(error_of("1,2,a\n1,+-1,a\n"), "train.csv:2: column 2: \"+-1\" is not a number");
}

TEST(BadCsv, NumberThatIsNotFiniteIsRefused) {
  for (const std::string cell : {"inf", "-Infinity", "1e999", "-1e99999"}) {
    EXPECT_EQ(error_of("x,l\n" + cell + ",a\n"),
              "train.csv:2: column 1 (x): \"" + cell + "\" is not finite");
  }
}

TEST(BadCsv, ForeignTextIsShortenedAndPrintable) {
  EXPECT_EQ(error_of("1,a\n" + std::string(1000, 'z') + ",a\n"),
            "train.csv:2: column 1: \"" + std::string(40, 'z') + "...\" is not a number");
  EXPECT_EQ(error_of("1,a\n\x1B[31m\xFFgr\xC3\xB6\xC3\x9F,a\n"),
            "train.csv:2: column 1: \"\\x1b[31m\\xffgr\xC3\xB6\xC3\x9F\" is not a number");
}

TEST(BadCsv, LabelColumnThatIsNotThereIsAnsweredByThoseThatAre) {
  const auto error_with = [](const std::string& label_column, const std::string& text) {
    SourceOptions options;
    options.label_column = label_column;
    return error_of(text, options);
  };
  EXPECT_EQ(error_with("foo", "x0,x1,label\n1,2,a\n"),
            "train.csv: no column \"foo\"; columns are x0, x1, label");
  EXPECT_EQ(error_with("foo", "a,b,c,d,e,f,g,h,i,j\n1,2,3,4,5,6,7,8,9,0\n"),
            "train.csv: no column \"foo\"; columns are a, b, c, d, e, f, g, h, ...");
  EXPECT_EQ(error_with("foo", "1,2,3\n"),
            "train.csv: no column \"foo\"; there is no header, columns are 1 to 3");
  EXPECT_EQ(error_with("4", "1,2,3\n"),
            "train.csv: no column \"4\"; there is no header, columns are 1 to 3");
  EXPECT_EQ(error_with("0", "x,y\n1,2\n"), "train.csv: no column \"0\"; columns are x, y");
}

TEST(BadCsv, FileWithoutRowsIsRefused) {
  EXPECT_EQ(error_of("x0,x1,label\n"), "train.csv: no rows");
  EXPECT_EQ(error_of("x0,x1,label\n\n  \n"), "train.csv: no rows");
  EXPECT_EQ(error_of("\n\n"), "train.csv: no rows");
  EXPECT_EQ(error_of(""), "train.csv: no rows");
}

TEST(BadCsv, FileWithoutFeaturesIsRefused) {
  EXPECT_EQ(error_of("a\nb\n"),
            "train.csv: 1 column found, at least one feature beside the label expected");
  EXPECT_EQ(error_of("id,label\n1,b\n"),
            "train.csv: 2 columns found, at least one feature beside the label expected");
}

TEST(BadCsv, QuoteMustBeClosedAndFollowedByADelimiter) {
  EXPECT_EQ(error_of("1,a\n2,\"b\n3,c\n"), "train.csv:2: the quote is not closed");
  EXPECT_EQ(error_of("1,a\n2,\"b\"c\n"), "train.csv:2: column 2: text after the closing quote");
}

TEST(BadCsv, ALabelOrAnIdThatBreaksTheRulesIsNamed) {
  EXPECT_EQ(error_of("x,kind\n1,a\n2,\"b\nc\"\n"),
            "train.csv:3: column 2 (kind): the label: has a control character");
  EXPECT_EQ(error_of("1,a\n1," + std::string(201, 'a') + "\n"),
            "train.csv:2: column 2: the label: at most 200 bytes expected, 201 found");
  EXPECT_EQ(error_of("id,x,l\n\x1B,1,a\n"),
            "train.csv:2: column 1 (id): the id: has a control character");
}

TEST(BadCsv, OtherEncodingThanUtf8IsNamed) {
  EXPECT_EQ(error_of(std::string("\xFF\xFE\x31\0,\0", 6)),
            "train.csv: UTF-16 text found, UTF-8 expected");
}

TEST(BadCsv, LineOfMoreThan64MebibytesIsRefused) {
  EXPECT_EQ(error_of("1,a\n1," + std::string(LineReader::kMaxLine, 'a')),
            "train.csv:2: longer than 64 MiB");
  std::string rows = "1,a\n1,\"";
  const std::string line = std::string(9999, 'a') + '\n';
  while (rows.size() <= LineReader::kMaxLine + 4) rows += line;
  EXPECT_EQ(error_of(rows), "train.csv:2: longer than 64 MiB");
}

TEST(BadCsv, MoreThanAMillionColumnsAreRefused) {
  EXPECT_EQ(error_of(std::string(2000000, ',')),
            "train.csv:1: 2000001 columns found, at most 1048576 expected");
}

TEST(BadCsv, NameOfTheFileIsPrintable) {
  EXPECT_EQ(bad_input_of([] { read_csv(stream_of("a\nb.csv", ""), {}); }), "a\\x0ab.csv: no rows");
}

}  // namespace
}  // namespace mpart::test
