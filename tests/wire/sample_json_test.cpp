#include "wire/sample_json.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mpart/error.hpp"

namespace mpart::wire {
namespace {

using Values = std::vector<double>;

SampleBatch read(const std::string& json, SampleRules rules = {}, bool pictures = false) {
  return SampleReader(std::move(rules)).read(json, pictures);
}

std::string problem_of(const std::string& json, SampleRules rules = {}, bool pictures = false) {
  try {
    read(json, std::move(rules), pictures);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData) << json;
    return error.what();
  }
  return "";
}

TEST(SampleJson, IsOneSampleOrAListOrSamples) {
  const SampleBatch one = read(R"({"id":"a","values":[0.25,1]})");
  ASSERT_EQ(one.samples.size(), 1U);
  EXPECT_FALSE(one.many);
  EXPECT_EQ(one.samples[0].id, "a");
  EXPECT_EQ(one.samples[0].values, (Values{0.25, 1}));
  for (const char* json : {R"([{"values":[1]},{"values":[2]}])",
                           R"({"samples":[{"values":[1]},{"values":[2]}],"other":1})"}) {
    const SampleBatch many = read(json);
    EXPECT_TRUE(many.many);
    ASSERT_EQ(many.samples.size(), 2U);
    EXPECT_EQ(many.samples[1].values, Values{2});
  }
}

TEST(SampleJson, OlderSpellingsOfValuesAreRead) {
  for (const char* key : {"values", "features", "x"}) {
    const std::string quoted = '"' + std::string(key) + '"';
    EXPECT_EQ(read("{" + quoted + ":[7]}").samples[0].values, Values{7});
    EXPECT_EQ(problem_of("{" + quoted + ":[7]," + quoted + ":[7]}"), quoted + " found twice");
  }
  EXPECT_EQ(problem_of(R"({"x":[1],"values":[1]})"),
            "\"x\" and \"values\" found, one of them expected");
}

TEST(SampleJson, IdsAndLabelsAreTexts) {
  const auto sample = [](const std::string& members) {
    return read(R"({"values":[1],)" + members + '}').samples[0];
  };
  EXPECT_EQ(sample(R"("id":17)").id, "17");
  EXPECT_EQ(sample(R"("id":3.0)").id, "3");
  EXPECT_EQ(sample(R"("id":null)").id, "");
  EXPECT_EQ(sample(R"("label":"cat")").label, "cat");
  EXPECT_EQ(sample(R"("label":3.0)").label, "3");
  EXPECT_EQ(sample(R"("label":-3)").label, "-3");
  EXPECT_EQ(sample(R"("label":18446744073709551615)").label, "18446744073709551615");
  EXPECT_EQ(sample(R"("label":true)").label, "true");
  EXPECT_EQ(sample(R"("label":null)").label, "");
  EXPECT_EQ(problem_of(R"({"values":[1],"id":true})"),
            "\"id\": a string or a number expected, a boolean found");
  EXPECT_EQ(problem_of(R"({"values":[1],"id":"a\nb"})"), "\"id\": has a control character");
  EXPECT_EQ(problem_of(R"({"values":[1],"id":")" + std::string(201, 'x') + "\"}"),
            "\"id\": at most 200 bytes expected, 201 found");
  EXPECT_EQ(problem_of(R"({"values":[1],"label":{}})"),
            "\"label\": a string, a number, a boolean or null expected, an object found");
  EXPECT_EQ(problem_of(R"({"values":[1],"label":"a\u007f"})"),
            "\"label\": has a control character");
}

TEST(SampleJson, TheLabelMayHaveAnotherKeyOrNone) {
  SampleRules rules;
  rules.label_key = "kind";
  EXPECT_EQ(read(R"({"values":[1],"kind":"b","label":[]})", rules).samples[0].label, "b");
  rules.labelled = false;
  EXPECT_EQ(read(R"({"values":[1],"kind":{}})", rules).samples[0].label, "");
}

TEST(SampleJson, SaysWhatIsWrong) {
  EXPECT_EQ(problem_of("3"), "a sample or an array of samples expected, a number found");
  EXPECT_EQ(problem_of("[1]"), "an object expected, a number found");
  EXPECT_EQ(problem_of("{}"), "no \"values\"");
  EXPECT_EQ(problem_of(R"({"values":"x"})"),
            "\"values\": an array of numbers expected, a string found");
  EXPECT_EQ(problem_of(R"({"values":[1,"2"]})"),
            "\"values\": value 2: a number or null expected, a string found");
  EXPECT_EQ(problem_of(R"({"values":{"age":1}})"),
            "\"values\": no names of columns are known: an array of numbers expected, an object "
            "found");
  EXPECT_EQ(problem_of(R"({"values":[]})"), "\"values\": no values");
  EXPECT_EQ(problem_of("[]"), "at least one sample expected, none found");
  EXPECT_EQ(problem_of(R"({"samples":[]})"), "at least one sample expected, none found");
  EXPECT_EQ(problem_of(R"({"samples":3})"), "\"samples\": an array expected, a number found");
  EXPECT_EQ(problem_of(R"({"samples":[],"values":[1]})"),
            "\"samples\" and \"values\" found, one of them expected");
}

TEST(SampleJson, SaysWhichSampleIsWrong) {
  EXPECT_EQ(problem_of(R"([{"values":[1,2]},{"values":[1,2]},{"values":[1]}])"),
            "sample 3: 2 values expected, 1 found");
  EXPECT_EQ(problem_of(R"({"samples":[{"values":[1]},3]})"),
            "sample 2: an object expected, a number found");
  EXPECT_EQ(problem_of(R"([{"values":[1]},{"values":[1],"id":"\t"}])"),
            "sample 2: \"id\": has a control character");
}

TEST(SampleJson, KeepsTheLimits) {
  EXPECT_EQ(problem_of(R"([{"values":[1]},{"values":[1]}])", {.most_samples = 1}),
            "at most 1 samples expected, 2 found");
  EXPECT_EQ(problem_of(R"({"values":[1,2,3]})", {.most_values = 2}),
            "at most 2 values expected, 3 found");
}

TEST(SampleJson, SaysAtWhichCharacterItIsNotJson) {
  EXPECT_EQ(problem_of(""), "not JSON at character 1, near \"\"");
  EXPECT_EQ(problem_of(R"({"x":[1,]})"), "not JSON at character 9, near \"1,]\"");
  EXPECT_EQ(problem_of(R"({"values":[1e999]})"),
            "a number too large at character 16, near \"1e999\"");
  EXPECT_EQ(problem_of(R"({"values":[100000000000000000000]})"),
            "a whole number of more than 64 bits: write it with an exponent");
}

TEST(SampleJson, ATextMayBeNestedSoDeep) {
  const auto nested = [](std::size_t depth) {
    return R"({"values":[1],"deep":)" + std::string(depth, '[') + std::string(depth, ']') + '}';
  };
  EXPECT_EQ(problem_of(nested(kDeepestJson - 1)), "");
  EXPECT_EQ(problem_of(nested(kDeepestJson)), "not nested deeper than 64 expected");
  EXPECT_EQ(problem_of(std::string(15 << 20, '[')), "not nested deeper than 64 expected");
  EXPECT_EQ(problem_of(std::string(1000, '[')), "not nested deeper than 64 expected");
}

TEST(SampleJson, ATextHasSoManyValues) {
  std::string many = R"({"values":[0)";
  for (std::size_t i = 3; i < kMostSampleJson; ++i) many += ",0";
  EXPECT_EQ(read(many + "]}").samples[0].values.size(), kMostSampleJson - 2);
  EXPECT_EQ(problem_of(many + ",0]}"), "at most 1048576 values expected in all");
}

// The place of a fault is told where finding it is quick.
TEST(SampleJson, ALargeTextIsRefusedWithoutALongSearch) {
  const std::string large = R"({"id":")" + std::string(20 << 20, 'x') + "\"";
  EXPECT_EQ(problem_of(large).substr(0, 10), "not JSON: ");
}

TEST(SampleJson, UnknownFieldsAreRefusedWhereTheRulesSaySo) {
  const SampleRules strict{.shows = true, .refuse_unknown = true};
  const std::pair<std::string, std::string> cases[] = {
      {R"({"values":[1],"colour":"red"})", "\"colour\": no such field"},
      {R"([{"values":[1]},{"values":[1],"lable":"cat"}])", "sample 2: \"lable\": no such field"},
      {R"({"samples":[{"values":[1]}],"other":1})", "\"other\": no such field"},
      {R"({"values":[1],"show":{"text":"a","title":"b"}})", "\"title\": no such field"}};
  for (const auto& [json, problem] : cases) {
    EXPECT_EQ(problem_of(json, strict), problem);
    EXPECT_EQ(problem_of(json, {.shows = true}), "");
  }
  EXPECT_EQ(
      problem_of(R"({"values":[1],"id":"a","label":"b","show":{"text":"a","link":null}})", strict),
      "");
}

TEST(SampleJson, ShowsAreReadWhereTheyAreWanted) {
  const std::string json = R"({"values":[1],"show":{"text":"a","link":"https://b"}})";
  EXPECT_TRUE(read(json).shows.empty());
  const SampleBatch shown = read(json, {.shows = true});
  ASSERT_EQ(shown.shows.size(), 1U);
  EXPECT_EQ(shown.shows[0].text, "a");
  EXPECT_EQ(shown.shows[0].link, "https://b");
  const SampleRules rules{.shows = true};
  EXPECT_EQ(problem_of(R"({"values":[1],"show":{"link":"javascript:1"}})", rules),
            "\"link\": http:// or https:// expected");
  EXPECT_EQ(problem_of(R"({"values":[1],"show":{"picture":"data:text/html,x"}})", rules),
            "\"picture\": a data:image/ URL expected");
  EXPECT_EQ(problem_of(R"({"values":[1],"show":{"text":3}})", rules),
            "\"text\": a string expected, a number found");
  EXPECT_EQ(problem_of(R"({"values":[1],"show":3})", rules),
            "\"show\": an object expected, a number found");
}

TEST(SampleJson, APictureMayStandForValues) {
  const std::string json = R"({"show":{"picture":"data:image/png;base64,AA=="}})";
  EXPECT_TRUE(read(json, {.shows = true}, true).samples[0].values.empty());
  EXPECT_EQ(problem_of(json, {.shows = true}), "no \"values\"");
}

TEST(SampleJson, NullIsAMissingValue) {
  EXPECT_TRUE(std::isnan(read(R"({"values":[1,null]})").samples[0].values[1]));
}

TEST(SampleJson, ValuesAreNamedWhereColumnsAreKnown) {
  const Columns columns(
      {{.name = "age"},
       {.name = "colour", .kind = ColumnKind::kCategory, .levels = {"blue", "red"}},
       {.name = "kind", .kind = ColumnKind::kLabel}});
  SampleReader reader({.refuse_unknown = true});
  reader.set_columns(&columns);
  for (const char* json : {R"({"age":3,"colour":"red"})", R"({"colour":"red","age":3})",
                           R"({"values":{"age":3,"colour":"red"}})"}) {
    EXPECT_EQ(reader.read(json).samples[0].values, (Values{3, 1})) << json;
  }
  const auto problem = [&](const char* json) {
    try {
      reader.read(json);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string expected = "; expected are values of age, colour (category)";
  EXPECT_EQ(problem(R"({"age":3})"),
            "no \"colour\"; null is expected for a missing value; found are age" + expected);
  EXPECT_EQ(problem(R"({"age":3,"colour":"red","size":1})"),
            "\"size\": no such field or column" + expected);
  EXPECT_EQ(problem(R"({"values":{"age":3,"size":1}})"),
            "\"size\": no such field or column" + expected);
  EXPECT_EQ(problem(R"({"values":[3,1]})"),
            "\"values\": an array of 2 found, an object of names and values expected: values of "
            "age, colour (category)");
  EXPECT_EQ(problem(R"({"age":3,"age":3,"colour":"red"})"), "\"age\" found twice");
  EXPECT_EQ(problem(R"({"age":[],"colour":"red"})"),
            "\"age\": a string, a number, a boolean or null expected, an array found");
  EXPECT_EQ(problem(R"({"age":"x","colour":"red"})"), "column 1 (age): \"x\" is not a number");
}

// A reader as the doors have it.
class DoorReader {
 public:
  explicit DoorReader(SampleForm form)
      : form_(std::move(form)), reader_(form_.rules({.shows = true, .refuse_unknown = true})) {
    reader_.set_columns(&form_.columns);
  }

  SampleBatch read(const std::string& json) { return reader_.read(json); }
  Sample sample(const std::string& json) { return read(json).samples.at(0); }
  std::string problem(const std::string& json) {
    try {
      read(json);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

 private:
  SampleForm form_;
  SampleReader reader_;
};

TEST(SampleForm, AnArrayIsTakenWhereEveryColumnIsANumber) {
  DoorReader reader({Columns({{.name = "age"},
                              {.name = "nr", .kind = ColumnKind::kSetAside},
                              {.name = "size", .form = CellForm::kComma}})});
  EXPECT_EQ(reader.sample(R"({"values":[3,1.234]})").values, (Values{3, 1.234}));
  EXPECT_EQ(reader.sample(R"({"age":3,"size":1.234})").values, (Values{3, 1.234}));
  EXPECT_EQ(reader.sample(R"({"age":3,"size":"1,5","nr":[7]})").values, (Values{3, 1.5}));
  EXPECT_TRUE(std::isnan(reader.sample(R"({"values":[3,null]})").values[1]));
  EXPECT_EQ(reader.problem(R"({"values":[3]})"),
            "2 values expected, 1 found; expected are values of age, size");
  EXPECT_EQ(reader.problem(R"({"values":[3,"1"]})"),
            "\"values\": value 2: a number or null expected, a string found");
  EXPECT_EQ(reader.problem(R"({"age":1,"size":2,"text":"a"})"),
            "\"text\" found, and the model takes none; expected are values of age, size");
  EXPECT_EQ(reader.problem(R"([{"age":1,"size":2},{"ag":1,"size":2}])"),
            "sample 2: \"ag\": no such field or column; expected are values of age, size");
  EXPECT_EQ(reader.problem(R"({"text":"a"})"),
            "\"text\" found, and the model takes none; expected are values of age, size");
  EXPECT_EQ(reader.problem("{}"),
            "no \"age\"; null is expected for a missing value; found are none of the columns; "
            "expected are values of age, size");
}

TEST(SampleForm, WithoutNamesAnArrayHasACellForEachColumn) {
  DoorReader reader({Columns({{},
                              {.kind = ColumnKind::kCategory, .levels = {"blue", "red"}},
                              {.kind = ColumnKind::kSetAside},
                              {.kind = ColumnKind::kDate, .form = CellForm::kYearFirst},
                              {.kind = ColumnKind::kLabel}})});
  const Sample sample = reader.sample(R"({"values":[3,"red","1970-01-03"],"label":"yes"})");
  EXPECT_EQ(sample.values, (Values{3, 1, 2}));
  EXPECT_EQ(sample.label, "yes");
  EXPECT_EQ(reader.problem(R"({"values":[3,"red"]})"),
            "3 values expected, 2 found; expected are an array for column 1, column 2 (category), "
            "column 4 (date)");
  EXPECT_EQ(reader.problem(R"({"values":{"a":3}})"),
            "\"values\": no names of columns are known: an array of numbers expected, an object "
            "found");
}

TEST(SampleForm, TheLabelColumnIsTheLabel) {
  DoorReader reader({Columns({{.name = "age"},
                              {.name = "label"},
                              {.name = "who", .kind = ColumnKind::kId},
                              {.name = "kind", .kind = ColumnKind::kLabel}})});
  const Sample sample = reader.sample(R"({"age":3,"label":7,"who":"ann","kind":"yes"})");
  EXPECT_EQ(sample.values, (Values{3, 7}));
  EXPECT_EQ(sample.label, "yes");
  EXPECT_EQ(sample.id, "ann");
  EXPECT_EQ(reader.sample(R"({"values":{"age":3,"label":7},"label":"no","id":7})").label, "no");
  EXPECT_EQ(reader.sample(R"({"age":3,"label":7,"kind":"?"})").label, "");
  EXPECT_EQ(reader.problem(R"({"age":3,"label":7,"kind":"a\u0007"})"),
            "\"kind\": has a control character");
  EXPECT_EQ(reader.problem(R"({"values":{"age":3,"label":7,"kind":"a"},"label":"b"})"),
            "\"label\" found twice");
}

TEST(SampleForm, ATextIsTakenWhereTheModelHasOne) {
  DoorReader plain({{}, true});
  EXPECT_EQ(plain.sample(R"({"text":"hello"})").text, "hello");
  EXPECT_EQ(plain.read(R"({"text":"hello"})").shows[0].text, "hello");
  EXPECT_EQ(plain.problem(R"({"id":1})"), "no \"values\"; expected are \"text\", a string");
  DoorReader table({Columns({{.name = "message", .kind = ColumnKind::kText},
                             {.name = "kind", .kind = ColumnKind::kLabel}}),
                    true});
  EXPECT_EQ(table.sample(R"({"message":"hello"})").text, "hello");
  EXPECT_EQ(table.sample(R"({"text":"hello","kind":"greeting"})").label, "greeting");
  EXPECT_EQ(table.problem(R"({"values":[1]})"),
            "0 values expected, 1 found; expected are values of message (text)");
  DoorReader both(
      {Columns({{.name = "size"}, {.name = "message", .kind = ColumnKind::kText}}), true});
  EXPECT_EQ(both.sample(R"({"values":[1],"text":"hello"})").text, "hello");
  EXPECT_EQ(both.problem(R"({"values":[1]})"),
            "no \"text\"; expected are values of size, message (text)");
  DoorReader numbers({});
  EXPECT_EQ(numbers.problem(R"({"text":"hello"})"),
            "\"text\" found, and the model takes none; expected are \"values\", an array of "
            "numbers");
}

TEST(SampleForm, APersonSeesTheValuesAsTheyCame) {
  DoorReader reader({Columns({{.name = "age"},
                              {.name = "colour", .kind = ColumnKind::kCategory, .levels = {"a"}},
                              {.name = "nr", .kind = ColumnKind::kSetAside},
                              {.name = "kind", .kind = ColumnKind::kLabel}})});
  const Show show =
      reader.read(R"({"age":null,"colour":"red","nr":3,"kind":"x","show":{"text":"t"}})").shows[0];
  EXPECT_EQ(show.text, "t");
  ASSERT_EQ(show.values.size(), 2U);
  EXPECT_EQ(show.values[0].name, "age");
  EXPECT_EQ(show.values[0].value, "");
  EXPECT_EQ(show.values[1].name, "colour");
  EXPECT_EQ(show.values[1].value, "red");
}

TEST(CheckValues, NamesSampleAndValue) {
  std::vector<Sample> samples(2);
  samples[0].values = {1, 2};
  samples[1].values = {1, std::numeric_limits<double>::infinity()};
  try {
    check_values(samples, 0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "sample 2: value 2 is not finite");
  }
  EXPECT_THROW(check_values(samples, 3), Error);
}

}  // namespace
}  // namespace mpart::wire
