// Samples of a model that has a preparation: rows by name, arrays and texts.
#include "mpart/error.hpp"
#include "serve/embedding.hpp"
#include "serve/server_fixture.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

Columns people() {
  return Columns({{.name = "age"},
                  {.name = "colour", .kind = ColumnKind::kCategory, .levels = {"blue", "red"}},
                  {.name = "joined", .kind = ColumnKind::kDate, .form = CellForm::kYearFirst},
                  {.name = "nr", .kind = ColumnKind::kSetAside, .reason = "counts the rows"},
                  {.name = "name", .kind = ColumnKind::kId},
                  {.name = "kind", .kind = ColumnKind::kLabel}});
}

// The length of a text and its number of blanks.
class TextLength : public Embedder {
 public:
  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return 0; }
  std::size_t output_width() const override { return 2; }
  bool takes_samples() const override { return true; }
  void embed(std::span<const float>, std::size_t, std::vector<float>&) override {
    throw internal_error("samples expected");
  }
  void embed_whole(std::span<const Sample> samples, std::vector<float>& out) override {
    out.clear();
    for (const Sample& sample : samples) {
      out.push_back(static_cast<float>(sample.text.size()) / 100);
      out.push_back(static_cast<float>(std::count(sample.text.begin(), sample.text.end(), ' ')) /
                    100);
    }
  }

 private:
  std::string name_ = "text";
};

class PreparedTest : public ServerTest {
 protected:
  PreparedTest() { session_.budget = {1, 1}; }

  void expect_refused(const std::string& body, const std::string& why) {
    for (const char* route : {"/v1/samples", "/v1/predict"}) {
      const Reply reply = call("POST", route, body);
      EXPECT_EQ(reply.status, 400U) << body;
      EXPECT_EQ(reply.json()["detail"], why) << body;
    }
  }
};

TEST_F(PreparedTest, NamedValuesAreLearnedLabelledAndPredicted) {
  embedding_.form.columns = people();
  start();
  const Reply taught =
      call("POST", "/v1/samples",
           R"({"age":31,"colour":"red","joined":"2026-01-02","name":"ann","kind":"a"})");
  ASSERT_EQ(taught.status, 200U) << taught.body;
  EXPECT_EQ(taught.json()["taught"], true);
  const Reply asked =
      call("POST", "/v1/samples",
           R"({"values":{"colour":"blue","age":null,"joined":"2020-01-02","nr":7},"id":"bob"})");
  ASSERT_EQ(asked.status, 200U) << asked.body;
  ASSERT_EQ(asked.json()["queries"], Json::array({1}));
  const Json query = call("GET", "/v1/queries/1").json();
  EXPECT_EQ(query["sample"], "bob");
  EXPECT_EQ(query["show"]["values"],
            Json::parse(R"([{"name":"age","value":null},{"name":"colour","value":"blue"},)"
                        R"({"name":"joined","value":"2020-01-02"}])"));
  ASSERT_EQ(call("POST", "/v1/queries/1/label", R"({"label":"b"})").status, 200U);
  const Json by_name =
      call("POST", "/v1/predict", R"({"joined":"2020-01-02","colour":"blue","age":null})").json();
  EXPECT_EQ(by_name["predicted"], "b");
  EXPECT_EQ(by_name, call("POST", "/v1/predict",
                          R"({"values":{"joined":"2020-01-02","colour":"blue","age":"NA"}})")
                         .json());
  const Json columns = call("GET", "/v1/model").json()["columns"];
  EXPECT_EQ(columns, Json::parse(R"([{"name":"age","kind":"number"},)"
                                 R"({"name":"colour","kind":"category","levels":["blue","red"]},)"
                                 R"({"name":"joined","kind":"date"}])"));
}

TEST_F(PreparedTest, WhatIsNoRowOfTheTableIsRefusedNamingBoth) {
  embedding_.form.columns = people();
  start();
  const std::string expected = "values of age, colour (category), joined (date)";
  expect_refused(R"({"age":1,"colour":"red"})",
                 "no \"joined\"; null is expected for a missing value; found are age, colour "
                 "(category); expected are " +
                     expected);
  expect_refused(R"({"age":1,"color":"red","joined":null})",
                 "\"color\": no such field or column; expected are " + expected);
  expect_refused(R"({"values":{"age":1,"colour":"red","joined":null,"size":1}})",
                 "\"size\": no such field or column; expected are " + expected);
  expect_refused(
      R"({"values":[1,0,3]})",
      "\"values\": an array of 3 found, an object of names and values expected: " + expected);
  expect_refused(R"({"text":"ann, 31"})",
                 "\"text\" found, and the model takes none; expected are " + expected);
  expect_refused(R"({"show":{"picture":"data:image/png;base64,AA=="}})",
                 "no \"age\"; null is expected for a missing value; found are none of the columns; "
                 "expected are " +
                     expected);
  expect_refused(R"({"age":"old","colour":"red","joined":null})",
                 "column 1 (age): \"old\" is not a number");
  expect_refused(R"({"age":null,"colour":null,"joined":null})", "every value is missing");
  EXPECT_EQ(call("POST", "/v1/predict", R"({"age":1,"colour":"red","joined":null,"kind":"a"})")
                .json()["detail"],
            "predict learns nothing; leave \"kind\" out");
  Headers as_lines;
  as_lines.type = "application/x-ndjson";
  const Reply lines =
      call("POST", "/v1/predict",
           "{\"age\":1,\"colour\":\"red\",\"joined\":\"2026-01-02\"}\n{\"age\":1}\n", as_lines);
  EXPECT_NE(lines.body.find("\"activated\""), std::string::npos) << lines.body;
  EXPECT_NE(lines.body.find("line 2: no \\\"colour\\\""), std::string::npos) << lines.body;
  EXPECT_EQ(call("GET", "/v1/model").json()["samples"], 0);
}

TEST_F(PreparedTest, AnArrayWithGapsIsASample) {
  start();
  ASSERT_EQ(call("POST", "/v1/samples", R"({"values":[0.1,0.9],"label":"a"})").status, 200U);
  const Reply gap = call("POST", "/v1/samples", R"({"values":[0.1,null]})");
  ASSERT_EQ(gap.status, 200U) << gap.body;
  ASSERT_EQ(call("POST", "/v1/predict", R"({"values":[null,0.9]})").status, 200U);
  expect_refused(R"([{"values":[0.1,0.2]},{"values":[0.1,-1e101]}])",
                 "sample 2: value 2 is larger than 1e100");
  EXPECT_EQ(call("GET", "/v1/model").json()["samples"], 2);  // none of a batch is learned
  expect_refused(R"({"values":{"a":1}})",
                 "\"values\": no names of columns are known: an array of numbers expected, an "
                 "object found");
  expect_refused(R"({"values":[0.1,0.2],"text":"a"})",
                 "\"text\" found, and the model takes none; expected are \"values\", an array of "
                 "numbers");
  stop();
  start();  // what was asked about is there, with its gap
  EXPECT_EQ(call("GET", "/v1/queries/1").json()["state"], "open");
  EXPECT_EQ(call("POST", "/v1/queries/1/label", R"({"label":"b"})").status, 200U);
}

TEST_F(PreparedTest, ATextIsASampleWhereThePreparationTakesOne) {
  embedding_.form.texts = true;
  embedding_.chain = {std::make_shared<TextLength>()};
  start();
  const Reply learned = call("POST", "/v1/samples", R"({"text":"a short one"})");
  ASSERT_EQ(learned.status, 200U) << learned.body;
  EXPECT_EQ(call("GET", "/v1/queries/1").json()["show"]["text"], "a short one");
  ASSERT_EQ(call("POST", "/v1/queries/1/label", R"({"label":"short"})").status, 200U);
  const Json found =
      call("POST", "/v1/predict", R"([{"text":"a short two"},{"text":null}])").json();
  EXPECT_EQ(found[0]["predicted"], "short");
  expect_refused(R"({"values":"a short one"})",
                 "\"values\": an array of numbers expected, a string found; expected are \"text\", "
                 "a string");
  expect_refused(R"({"id":7})", "no \"values\"; expected are \"text\", a string");
}

}  // namespace
}  // namespace mpart::serve
