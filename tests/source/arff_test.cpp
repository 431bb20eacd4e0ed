#include <gtest/gtest.h>

#include <cmath>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Values = std::vector<double>;
using Names = std::vector<std::string>;

std::unique_ptr<Source> open(const std::string& text, const SourceOptions& options = {}) {
  return read_arff(stream_of("a.arff", text), options);
}

std::string error_of(const std::string& text) {
  return bad_input_of([&] { read_all(*open(text)); });
}

const std::string kHeader =
    "% a comment\n@RELATION flowers\n\n@attribute 'petal length' REAL\n"
    "@ATTRIBUTE colour {red, 'dark \\'blue\\'', green}\n@attribute when date\n"
    "@attribute kind {a,b}\n@data\n";

TEST(Arff, DeclaredKindsBecomeValues) {
  const auto source =
      open(kHeader + "5.1,red,1970-01-03,a\n% between\n?,'dark \\'blue\\'',1970-01-02,b\n");
  EXPECT_EQ(source->columns()->value_names(),
            (Names{"petal length", "colour=dark 'blue'", "colour=green", "colour=red", "when"}));
  const auto samples = read_all(*source);
  ASSERT_EQ(samples.size(), 2);
  EXPECT_EQ(samples[0].values, (Values{5.1, 0, 0, 1, 2}));
  EXPECT_EQ(samples[0].label, "a");
  EXPECT_EQ(samples[0].row, 9);
  EXPECT_TRUE(std::isnan(samples[1].values[0]));
  EXPECT_EQ(samples[1].values[1], 1);
}

TEST(Arff, ADeclaredLevelHasItsValueAlsoIfItComesLate) {
  const auto source =
      open("@relation r\n@attribute c {x,y,z}\n@attribute class {0,1}\n@data\nx,0\nx,1\n");
  EXPECT_EQ(source->columns()->value_names(), (Names{"c=x", "c=y", "c=z"}));
}

TEST(Arff, SparseRowsLeaveOutZerosAndFirstLevels) {
  const auto samples = read_all(*open(
      "@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute class {no,yes}\n@data\n"
      "{0 1.5, 2 yes}\n{1 2}\n{}\n"));
  ASSERT_EQ(samples.size(), 3);
  EXPECT_EQ(samples[0].values, (Values{1.5, 0}));
  EXPECT_EQ(samples[0].label, "yes");
  EXPECT_EQ(samples[1].values, (Values{0, 2}));
  EXPECT_EQ(samples[1].label, "no");
  EXPECT_EQ(samples[2].values, (Values{0, 0}));
}

TEST(Arff, KindsThatTheCallerGivesComeFirst) {
  SourceOptions options;
  options.column_kinds = {"c=number"};
  const std::string text =
      "@relation r\n@attribute c {1,2,3}\n@attribute class {0,1}\n@data\n1,0\n3,1\n";
  EXPECT_EQ(read_all(*open(text, options))[1].values, Values{3});
}

TEST(Arff, WhatIsWrongIsNamedByLine) {
  EXPECT_EQ(error_of("@relation r\nx,y\n"),
            "a.arff:2: @relation, @attribute or @data expected, \"x,y\" found");
  EXPECT_EQ(
      error_of("@attribute x colour\n"),
      "a.arff:1: attribute \"x\": numeric, string, date or {levels} expected, \"colour\" found");
  EXPECT_EQ(error_of("@relation r\n@data\n"), "a.arff:2: no @attribute before @data");
  EXPECT_EQ(error_of("@attribute x real\n"), "a.arff: no @data");
  EXPECT_EQ(error_of(kHeader), "a.arff: no rows");
  EXPECT_EQ(error_of(kHeader + "1,red,a\n"), "a.arff:9: 4 values expected, 3 found");
  EXPECT_EQ(error_of(kHeader + "1,'red,2020-01-01,a\n"), "a.arff:9: the quote is not closed");
  EXPECT_EQ(error_of(kHeader + "{9 red}\n"),
            "a.arff:9: an index from 0 to 3 expected, \"9\" found");
  EXPECT_EQ(error_of("@attribute x real\n@attribute y {a}\n@data\n1,a\nz,a\n"),
            "a.arff:5: column 1 (x): \"z\" is not a number");
}

}  // namespace
}  // namespace mpart::test
