#include <gtest/gtest.h>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Values = std::vector<double>;
using Labels = std::vector<std::string>;

std::vector<Sample> read(const std::string& text, const SourceOptions& options = {},
                         std::size_t chunk = std::string::npos) {
  return read_all(*read_csv(stream_of("train.csv", text, chunk), options));
}

TEST(Csv, LastColumnIsTheLabelAndTheOthersAreFeatures) {
  const auto samples = read("x,y,kind\n1,2.5,cat\n-3e-1,+4,dog\n");
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[0].values, (Values{1, 2.5}));
  EXPECT_EQ(samples[0].label, "cat");
  EXPECT_EQ(samples[1].values, (Values{-0.3, 4}));
  EXPECT_EQ(samples[1].label, "dog");
}

TEST(Csv, FirstRowOfNumbersIsDataAndNotAHeader) {
  const auto samples = read("1,2,a\n3,4,b\n");
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[0].values, (Values{1, 2}));
  EXPECT_EQ(samples[0].row, 1);
}

TEST(Csv, HeaderOfNumbersIsKnownByTheNameOfItsLabel) {
  EXPECT_EQ(read("0,1,label\n5,6,a\n").size(), 1);
  SourceOptions options;
  options.label_column = "kind";
  EXPECT_EQ(read("0,kind,1\n5,a,6\n", options).size(), 1);
}

TEST(Csv, RowIsTheLineNumberAlsoAfterBlankLinesAndLineEndsInQuotes) {
  const auto samples = read("\"x\ny\",l\n\n1,a\n  \n2,c\n");
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[0].row, 4);
  EXPECT_EQ(samples[1].row, 6);
}

TEST(Csv, QuotedLabelMayHoldDelimiterAndDoubledQuote) {
  const auto samples = read("1,\"a, \"\"b\"\"\"\r\n2,\" d \"\r\n3, e f \r\n");
  EXPECT_EQ(labels_of(samples), (Labels{"a, \"b\"", " d ", "e f"}));
}

TEST(Csv, QuoteInsideAnUnquotedLabelIsAnOrdinaryCharacter) {
  EXPECT_EQ(labels_of(read("1,5\" pipe\n2,b\n")), (Labels{"5\" pipe", "b"}));
}

TEST(Csv, QuotedNumbersAreNumbers) {
  EXPECT_EQ(read("\"1\",\" 2 \",a\n")[0].values, (Values{1, 2}));
}

TEST(Csv, SpacesAroundNumbersAndLabelsDoNotCount) {
  const auto samples = read(" 1 ,\t2 ,  \"a\"  \n");
  EXPECT_EQ(samples[0].values, (Values{1, 2}));
  EXPECT_EQ(samples[0].label, "a");
}

TEST(Csv, WindowsLineEndsAndByteOrderMarkDoNotCount) {
  const auto samples = read("\xEF\xBB\xBFx,l\r\n1,a\r\n2,b");
  EXPECT_EQ(labels_of(samples), (Labels{"a", "b"}));
  SourceOptions options;
  options.label_column = "x";
  EXPECT_EQ(labels_of(read("\xEF\xBB\xBFx,y\r\n1,2\r\n", options)), (Labels{"1"}));
}

TEST(Csv, SemicolonAndTabDelimitToo) {
  EXPECT_EQ(read("x;y;l\n1;2;a,b\n")[0].label, "a,b");
  EXPECT_EQ(read("1\t2\ta;b\n")[0].label, "a;b");
  EXPECT_EQ(read("1\t2\t\n")[0].values, (Values{1, 2}));
}

TEST(Csv, LineThatBeginsWithAHashIsARowLikeAnyOther) {
  EXPECT_EQ(labels_of(read("1,a\n2,#b\n")), (Labels{"a", "#b"}));
}

TEST(Csv, LabelColumnIsFoundByNameOrByNumber) {
  SourceOptions options;
  for (const char* column : {"kind", "2"}) {
    options.label_column = column;
    const auto samples = read("x,kind,y\n1,a,2\n", options);
    EXPECT_EQ(samples[0].label, "a") << column;
    EXPECT_EQ(samples[0].values, (Values{1, 2})) << column;
  }
  options.label_column = "1";
  EXPECT_EQ(read("a,1\nb,2\n", options).size(), 2);
}

TEST(Csv, NameOfAColumnComesBeforeItsNumber) {
  SourceOptions options;
  options.label_column = "1";
  EXPECT_EQ(read("x,1,y\n5,6,7\n", options)[0].label, "6");
}

TEST(Csv, ColumnCalledIdIsTheNameOfTheSample) {
  const auto samples = read("id,x,label\nrow-1,5,a\n");
  EXPECT_EQ(samples[0].id, "row-1");
  EXPECT_EQ(samples[0].values, (Values{5}));
  EXPECT_EQ(read("x,id\n5,a\n")[0].label, "a");
  EXPECT_EQ(read("x,id\n5,a\n")[0].id, "");
}

TEST(Csv, EveryColumnIsAFeatureWhenThereAreNoLabels) {
  SourceOptions options;
  options.labelled = false;
  const auto samples = read("1,2,3\n4,5,6\n", options);
  EXPECT_EQ(samples[1].values, (Values{4, 5, 6}));
  EXPECT_EQ(samples[1].label, "");
}

TEST(Csv, EverySpellingOfAMissingLabelIsEmpty) {
  SourceOptions options;
  options.missing_label = "-1";
  const auto samples =
      read("1,\n1,?\n1,NaN\n1,nan\n1,NULL\n1,null\n1,\"\"\n1,-1\n1,none\n", options);
  EXPECT_EQ(labels_of(samples), (Labels{"", "", "", "", "", "", "", "", "none"}));
  EXPECT_EQ(labels_of(read("1,-1\n")), (Labels{"-1"}));
}

TEST(Csv, NumbersTooSmallForADoubleAreZero) {
  EXPECT_EQ(read("1e-400,-1e-400,a\n")[0].values, (Values{0, 0}));
}

TEST(Csv, PiecesTheBytesComeInDoNotMatter) {
  const std::string text = "id,\"x\r\ny\",label\r\n1,2,\"a\"\"b\"\r\n\r\n2,3,c\r\n3,4,d";
  const auto whole = read(text);
  for (std::size_t chunk = 1; chunk < text.size(); ++chunk) {
    const auto samples = read(text, {}, chunk);
    ASSERT_EQ(labels_of(samples), labels_of(whole));
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(samples[i].row, whole[i].row);
  }
}

TEST(Csv, ProgressIsTheShareOfBytesRead) {
  const auto source = read_csv(stream_of("train.csv", "1,a\n2,b\n3,c\n4,d\n"), {});
  Sample sample;
  double before = 0;
  while (source->next(sample)) {
    EXPECT_GE(source->progress(), before);
    before = *source->progress();
  }
  EXPECT_EQ(source->progress(), 1.0);
  const auto unmeasured = read_csv(stream_of("-", "1,a\n", std::string::npos, false), {});
  EXPECT_EQ(unmeasured->progress(), std::nullopt);
}

TEST(Csv, WidthIsKnownBeforeTheFirstSample) {
  EXPECT_EQ(read_csv(stream_of("train.csv", "id,x,y,l\n1,2,3,a\n"), {})->width(), 2);
}

}  // namespace
}  // namespace mpart::test
