#include "label/answer_json.hpp"

#include <gtest/gtest.h>

#include "label/asked.hpp"
#include "label/query_json.hpp"

namespace mpart {
namespace {

using Kind = Answer::Kind;

void expect_answer(const std::string& line, QueryId id, Kind kind, const std::string& label = "") {
  LateAnswer answer;
  std::string problem;
  EXPECT_TRUE(parse_answer(line, answer, problem)) << line << ": " << problem;
  EXPECT_EQ(problem, "") << line;
  EXPECT_EQ(answer.id, id) << line;
  EXPECT_EQ(answer.answer.kind, kind) << line;
  EXPECT_EQ(answer.answer.label, label) << line;
}

void expect_problem(const std::string& line, const std::string& expected) {
  LateAnswer answer;
  std::string problem;
  EXPECT_FALSE(parse_answer(line, answer, problem)) << line;
  EXPECT_EQ(problem, expected) << line;
}

TEST(AnswerJson, ReadsLabelsSkipsAndWithdrawals) {
  expect_answer(R"({"id":17,"label":"cat"})", 17, Kind::kLabel, "cat");
  expect_answer(" { \"label\" : \"cat\" , \"id\" : 17 } \r", 17, Kind::kLabel, "cat");
  expect_answer(R"({"id":17,"skip":true})", 17, Kind::kSkip);
  expect_answer(R"({"id":17,"withdraw":true})", 17, Kind::kWithdraw);
  expect_answer(R"({"id":17,"label":null})", 17, Kind::kWithdraw);
}

TEST(AnswerJson, NumbersAndBooleansAreLabelsByTheirText) {
  expect_answer(R"({"id":1,"label":3})", 1, Kind::kLabel, "3");
  expect_answer(R"({"id":1,"label":-3})", 1, Kind::kLabel, "-3");
  expect_answer(R"({"id":1,"label":3.0})", 1, Kind::kLabel, "3");
  expect_answer(R"({"id":1,"label":0.5})", 1, Kind::kLabel, "0.5");
  expect_answer(R"({"id":1,"label":1e300})", 1, Kind::kLabel, "1e+300");
  expect_answer(R"({"id":1,"label":true})", 1, Kind::kLabel, "true");
}

TEST(AnswerJson, UnicodeAndEscapesAreDecoded) {
  expect_answer(R"({"id":1,"label":"K\u00e4fer \"\ud83d\udc08\""})", 1, Kind::kLabel,
                "Käfer \"🐈\"");
}

TEST(AnswerJson, AFlagThatIsFalseIsAsIfItWereNotThere) {
  expect_answer(R"({"id":1,"label":"cat","skip":false,"withdraw":false})", 1, Kind::kLabel, "cat");
  expect_answer(R"({"id":1,"label":null,"skip":true})", 1, Kind::kSkip);
  expect_problem(R"({"id":1,"skip":false})", "no \"label\", \"skip\" or \"withdraw\"");
}

TEST(AnswerJson, AQuestionWithALabelAddedIsAnAnswer) {
  const tests::Asked asked;
  std::string line = query_json(asked.query());
  line.back() = ',';
  expect_answer(line + "\"label\":\"bird\"}", 17, Kind::kLabel, "bird");
}

TEST(AnswerJson, SaysWhatIsWrong) {
  expect_problem("", "not JSON at character 1");
  expect_problem("cat", "not JSON at character 1");
  expect_problem(R"({"id":17,"label":"ca)", "not JSON at character 21");
  expect_problem(R"({"id":17,"label":"cat"}{)", "not JSON at character 24");
  expect_problem("{\"id\":1,\"label\":\"\xff\"}", "not JSON at character 18");
  expect_problem("[]", "an object expected");
  expect_problem("17", "an object expected");
  expect_problem("true", "an object expected");
  expect_problem("null", "an object expected");
  expect_problem("{}", "no \"id\"");
  expect_problem(R"({"label":"cat"})", "no \"id\"");
  expect_problem(R"({"id":17})", "no \"label\", \"skip\" or \"withdraw\"");
  expect_problem(R"({"id":17,"label":""})", "an empty \"label\"");
  expect_problem(R"({"id":17,"label":["cat"]})", "\"label\": a string, a number or null expected");
  expect_problem(R"({"id":17,"skip":1})", "\"skip\": true or false expected");
  expect_problem(R"({"id":17,"withdraw":null})", "\"withdraw\": true or false expected");
  expect_problem(R"({"id":1,"id":2,"skip":true})", "\"id\" found twice");
  expect_problem(R"({"id":1,"label":"a","label":"b"})", "\"label\" found twice");
  expect_problem(R"({"id":1,"label":"a","skip":true})", "more than one answer");
  expect_problem(R"({"id":1,"withdraw":true,"skip":true})", "more than one answer");
}

TEST(AnswerJson, AnIdIsAWholeNumberWithoutSign) {
  for (const char* id : {"-1", "1.5", "\"17\"", "null", "true", "[1]", "{}", "1e3"}) {
    expect_problem(std::string(R"({"label":"cat","id":)") + id + '}',
                   "\"id\": the number of a query expected");
  }
  expect_answer(R"({"id":18446744073709551615,"skip":true})", 18446744073709551615u, Kind::kSkip);
  expect_problem(R"({"id":18446744073709551616,"skip":true})",
                 "\"id\": the number of a query expected");
}

TEST(AnswerJson, ALineFullOfBracketsIsHarmless) {
  expect_problem(R"({"x":)" + std::string(1 << 20, '['), "not JSON at character 1048582");
  expect_answer(R"({"x":)" + std::string(1 << 19, '[') + std::string(1 << 19, ']') +
                    R"(,"id":1,"skip":true})",
                1, Kind::kSkip);
}

}  // namespace
}  // namespace mpart
