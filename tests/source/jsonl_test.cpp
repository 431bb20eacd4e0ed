#include <gtest/gtest.h>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Values = std::vector<double>;
using Labels = std::vector<std::string>;

std::vector<Sample> read(const std::string& text, const SourceOptions& options = {}) {
  return read_all(*read_jsonl(stream_of("a.jsonl", text), options));
}

std::string error_of(const std::string& text, const SourceOptions& options = {}) {
  return bad_input_of([&] { read(text, options); });
}

TEST(Jsonl, ValuesLabelAndIdAreReadFromTheirKeys) {
  const auto samples = read(
      "{\"id\": \"a1\", \"values\": [1, -2.5e1, 0.5], \"label\": \"cat\"}\n\n"
      "{\"label\": null, \"x\": [4, 5, 6], \"id\": 17}\n");
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[0].id, "a1");
  EXPECT_EQ(samples[0].values, (Values{1, -25, 0.5}));
  EXPECT_EQ(samples[0].label, "cat");
  EXPECT_EQ(samples[0].row, 1);
  EXPECT_EQ(samples[1].id, "17");
  EXPECT_EQ(samples[1].label, "");
  EXPECT_EQ(samples[1].row, 3);
}

TEST(Jsonl, LabelMayBeStringNumberBooleanNullOrAbsent) {
  EXPECT_EQ(labels_of(read("{\"x\":[1],\"label\":\" a\"}\n{\"x\":[1],\"label\":3}\n"
                           "{\"x\":[1],\"label\":3.0}\n{\"x\":[1],\"label\":-0.5}\n"
                           "{\"x\":[1],\"label\":true}\n{\"x\":[1],\"label\":null}\n"
                           "{\"x\":[1],\"label\":\"?\"}\n{\"x\":[1]}\n"
                           "{\"x\":[1],\"label\":18446744073709551615}\n")),
            (Labels{" a", "3", "3", "-0.5", "true", "", "", "", "18446744073709551615"}));
}

TEST(Jsonl, KeysThatMeanNothingArePassedOver) {
  const auto samples = read(
      "{\"meta\":{\"x\":[[9]],\"label\":{}},\"x\":[1],\"tags\":[\"a\",{\"id\":3}],"
      "\"label\":\"b\",\"n\":null}\n");
  EXPECT_EQ(samples[0].values, (Values{1}));
  EXPECT_EQ(samples[0].label, "b");
  EXPECT_EQ(samples[0].id, "");
}

TEST(Jsonl, LabelKeyCanBeNamedAndMustThenBeThere) {
  SourceOptions options;
  options.label_column = "kind";
  EXPECT_EQ(read("{\"x\":[1],\"kind\":\"b\",\"label\":[]}\n", options)[0].label, "b");
  EXPECT_EQ(error_of("{\"x\":[1],\"label\":\"b\"}\n", options),
            "a.jsonl:1: no \"kind\"; null is expected for a missing label");
}

TEST(Jsonl, LabelIsIgnoredWhenThereAreNoLabels) {
  SourceOptions options;
  options.labelled = false;
  EXPECT_EQ(read("{\"x\":[1],\"label\":{}}\n", options)[0].label, "");
}

TEST(Jsonl, WindowsLineEndsAndByteOrderMarkDoNotCount) {
  EXPECT_EQ(read("\xEF\xBB\xBF{\"x\":[1]}\r\n{\"x\":[2]}\r\n").size(), 2);
}

TEST(BadJsonl, WrongTypeIsNamedByLineAndKey) {
  const std::string ok = "{\"x\":[1,2]}\n";
  EXPECT_EQ(error_of(ok + "{\"x\":[1,\"2\"]}\n"),
            "a.jsonl:2: \"x\": value 2: a number or null expected, a string found");
  EXPECT_EQ(error_of(ok + "{\"features\":[[1],[2]]}\n"),
            "a.jsonl:2: \"features\": value 1: a number or null expected, an array found");
  EXPECT_EQ(error_of(ok + "{\"x\":5}\n"),
            "a.jsonl:2: \"x\": an array of numbers expected, a number found");
  EXPECT_EQ(error_of(ok + "{\"x\":[1,2],\"label\":[\"a\"]}\n"),
            "a.jsonl:2: \"label\": a string, a number, a boolean or null expected, an array found");
  EXPECT_EQ(error_of(ok + "{\"x\":[1,2],\"id\":true}\n"),
            "a.jsonl:2: \"id\": a string or a number expected, a boolean found");
  EXPECT_EQ(error_of("[1,2]\n"), "a.jsonl:1: an object expected, an array found");
  EXPECT_EQ(error_of("3\n"), "a.jsonl:1: an object expected, a number found");
}

TEST(BadJsonl, RowOfAnotherWidthIsNamedByLine) {
  EXPECT_EQ(error_of("{\"x\":[1,2,3]}\n{\"x\":[1,2]}\n"), "a.jsonl:2: 3 values expected, 2 found");
  EXPECT_EQ(error_of("{\"x\":[]}\n"), "a.jsonl:1: \"x\": no values");
}

TEST(BadJsonl, MissingAndRepeatedKeysAreNamed) {
  EXPECT_EQ(error_of("{\"label\":\"a\"}\n"), "a.jsonl:1: no \"values\"");
  EXPECT_EQ(error_of("{\"x\":[1],\"features\":[2]}\n"),
            "a.jsonl:1: \"x\" and \"features\" found, one of them expected");
  EXPECT_EQ(error_of("{\"x\":[1],\"id\":1,\"id\":2}\n"), "a.jsonl:1: \"id\" found twice");
}

TEST(BadJsonl, LineThatIsNotJsonIsNamedByPosition) {
  EXPECT_EQ(error_of("{\"x\":[1]}\n{\"x\":[1,]}\n"),
            "a.jsonl:2: not JSON at character 9, near \"1,]\"");
  EXPECT_TRUE(
      error_of("{\"x\":[1]} {}\n").starts_with("a.jsonl:1: not JSON at character 11, near "));
  EXPECT_NE(error_of("{\"x\":[1e999]}\n"), "");
  EXPECT_NE(error_of("{\"x\":[NaN]}\n"), "");
}

TEST(BadJsonl, ALabelOrAnIdThatBreaksTheRulesIsNamedByLine) {
  EXPECT_EQ(error_of("{\"x\":[1],\"label\":\"a\\tb\"}\n"),
            "a.jsonl:1: \"label\": has a control character");
  EXPECT_EQ(error_of("{\"x\":[1],\"id\":\"" + std::string(201, 'i') + "\"}\n"),
            "a.jsonl:1: \"id\": at most 200 bytes expected, 201 found");
}

TEST(BadJsonl, FileWithoutRowsIsRefused) {
  EXPECT_EQ(error_of(""), "a.jsonl: no rows");
  EXPECT_EQ(error_of("\n  \n"), "a.jsonl: no rows");
}

TEST(BadJsonl, DeepNestingIsNotRecursion) {
  EXPECT_NE(error_of("{\"deep\":" + std::string(1000000, '[')), "");
}

}  // namespace
}  // namespace mpart::test
