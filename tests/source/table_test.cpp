#include <gtest/gtest.h>

#include <cmath>

#include "source/readers.hpp"
#include "source/support.hpp"

namespace mpart::test {
namespace {

using Values = std::vector<double>;
using Names = std::vector<std::string>;

std::unique_ptr<Source> csv(const std::string& text, const SourceOptions& options = {}) {
  return read_csv(stream_of("t.csv", text), options);
}

const std::string kTable = "age,colour,label\n3,red,yes\n,blue,no\n5,green,yes\n";

TEST(Table, WordsAndGapsOfACsvBecomeValues) {
  const auto source = csv(kTable);
  EXPECT_EQ(source->columns()->value_names(),
            (Names{"age", "colour=blue", "colour=green", "colour=red"}));
  const auto samples = read_all(*source);
  EXPECT_EQ(samples[0].values, (Values{3, 0, 0, 1}));
  EXPECT_TRUE(std::isnan(samples[1].values[0]));
  EXPECT_EQ(samples[1].values[1], 1);
}

TEST(Table, KnownColumnsReadAnotherFileInAnyOrder) {
  const Columns columns = *csv(kTable)->columns();
  SourceOptions options;
  options.columns = &columns;
  const auto samples = read_all(*csv("colour,new,label,age\nred,1,no,7\npink,2,,8\n", options));
  EXPECT_EQ(samples[0].values, (Values{7, 0, 0, 1}));
  EXPECT_EQ(samples[0].label, "no");
  EXPECT_EQ(samples[1].values, (Values{8, 0, 0, 0}));
  EXPECT_EQ(read_all(*csv("colour,age\nred,7\n", options))[0].values, (Values{7, 0, 0, 1}));
  EXPECT_EQ(bad_input_of([&] { csv("colour,label\nred,no\n", options); }),
            "t.csv: no column age; found are colour, label");
  // A live stream has no header.
  EXPECT_EQ(read_all(*csv("3,red,yes\n4,red,no\n", options))[0].values, (Values{3, 0, 0, 1}));
}

TEST(Table, AModelWithoutColumnsTakesNumbersAlone) {
  SourceOptions options;
  options.expected_width = 2;
  std::string text = "x,y\n";
  for (int i = 0; i < 300; ++i) text += std::to_string(i) + ",0\n";
  const auto unlabelled = csv(text, options);
  EXPECT_EQ(unlabelled->width(), 2);
  EXPECT_EQ(read_all(*unlabelled)[7].values, (Values{7, 0}));
  options.expected_width = 1;
  EXPECT_EQ(read_all(*csv(text, options))[7].label, "0");
}

TEST(Table, AFileWithDecimalCommasIsRead) {
  EXPECT_EQ(read_all(*csv("x;y;l\n1,5;2,25;a\n3,5;-1.000,5;b\n"))[1].values,
            (Values{3.5, -1000.5}));
}

TEST(Table, ACellThatIsNoNumberLateInTheFileIsNamed) {
  std::string text = "x,l\n";
  for (int i = 0; i < 2000; ++i) text += std::to_string(i % 9) + ",a\n";
  EXPECT_EQ(bad_input_of([&] { read_all(*csv(text + "abc,a\n")); }),
            "t.csv:2002: column 1 (x): \"abc\" is not a number");
}

#ifdef MPART_JSON
std::unique_ptr<Source> jsonl(const std::string& text, const SourceOptions& options = {}) {
  return read_jsonl(stream_of("t.jsonl", text), options);
}

TEST(Table, RecordsOfJsonHaveTheirColumnsByName) {
  const std::string first = "{\"age\":3,\"colour\":\"red\",\"ok\":true,\"label\":\"yes\"}\n";
  const auto source = jsonl(first + "{\"colour\":\"blue\",\"age\":null,\"ok\":false,\"id\":7}\n");
  EXPECT_EQ(source->columns()->value_names(), (Names{"age", "colour=red", "ok=true"}));
  const auto samples = read_all(*source);
  EXPECT_EQ(samples[0].values, (Values{3, 1, 1}));
  EXPECT_EQ(samples[0].label, "yes");
  EXPECT_EQ(samples[1].id, "7");
  EXPECT_TRUE(std::isnan(samples[1].values[0]));
  EXPECT_EQ(bad_input_of([&] {
              const std::string second = "{\"age\":4,\"colour\":\"blue\",\"ok\":false}\n";
              std::string many = first;
              for (int i = 0; i < 1000; ++i) many.append(second).append(first);
              read_all(*jsonl(many + "{\"age\":3,\"ok\":true}\n"));
            }),
            "t.jsonl:2002: no \"colour\"; null is expected for a missing value; found are age, ok "
            "(category); expected are values of age, colour (category), ok (category)");
}

TEST(Table, NamedValuesMayStandUnderTheirKey) {
  const auto samples =
      read_all(*jsonl("{\"values\":{\"a\":1,\"b\":\"x\"},\"label\":\"l\",\"id\":\"i\"}\n"
                      "{\"values\":{\"b\":\"y\",\"a\":2},\"label\":\"m\"}\n"));
  EXPECT_EQ(samples[0].values, (Values{1, 0}));
  EXPECT_EQ(samples[1].values, (Values{2, 1}));
  EXPECT_EQ(samples[0].id, "i");
  EXPECT_EQ(samples[1].label, "m");
}

TEST(Table, TextOfJsonIsKept) {
  const auto source =
      jsonl("{\"text\":\"hello\",\"label\":\"ham\"}\n{\"text\":\"buy\",\"label\":\"spam\"}\n");
  EXPECT_EQ(source->width(), 0);
  EXPECT_EQ(read_all(*source)[1].text, "buy");
  EXPECT_EQ(read_all(*jsonl("{\"values\":[1],\"text\":\"hello\"}\n"))[0].text, "hello");
}

TEST(Table, ColumnsOfACsvReadRecordsOfJson) {
  const Columns columns = *csv(kTable)->columns();
  SourceOptions options;
  options.columns = &columns;
  EXPECT_EQ(read_all(*jsonl("{\"colour\":\"red\",\"age\":\"7\"}\n", options))[0].values,
            (Values{7, 0, 0, 1}));
}
#endif

}  // namespace
}  // namespace mpart::test
