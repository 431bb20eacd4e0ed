#include "wire/answer_json.hpp"

#include <gtest/gtest.h>

#include "label/asked.hpp"
#include "mpart/error.hpp"
#include "wire/limits.hpp"
#include "wire/query_json.hpp"

namespace mpart::wire {
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
  expect_problem(R"({"id":17,"label":""})", "\"label\": is empty");
  expect_problem(R"({"id":17,"label":["cat"]})", "\"label\": a string, a number or null expected");
  expect_problem(R"({"id":17,"skip":1})", "\"skip\": true or false expected");
  expect_problem(R"({"id":17,"withdraw":null})", "\"withdraw\": true or false expected");
  expect_problem(R"({"id":1,"id":2,"skip":true})", "\"id\" found twice");
  expect_problem(R"({"id":1,"label":"a","label":"b"})", "\"label\" found twice");
  expect_problem(R"({"id":1,"label":"a","skip":true})", "more than one answer");
  expect_problem(R"({"id":1,"withdraw":true,"skip":true})", "more than one answer");
}

TEST(AnswerJson, ALabelKeepsTheRules) {
  expect_problem("{\"id\":1,\"label\":\"" + std::string(201, 'x') + "\"}",
                 "\"label\": at most 200 bytes expected, 201 found");
  for (const char* control : {"\\u0007", "\\n", "\x7f"}) {
    expect_problem(std::string(R"({"id":1,"label":"a)") + control + "\"}",
                   "\"label\": has a control character");
  }
}

TEST(AnswerJson, TheQueryMayBeKnownAlready) {
  EXPECT_EQ(read_answer(R"({"label":"cat"})", {.query = 17}).id, 17U);
  EXPECT_EQ(read_answer(R"({"label":7,"id":17})", {.query = 17}).answer.label, "7");
  EXPECT_EQ(read_answer(R"({"skip":true})", {.query = 17}).answer.kind, Kind::kSkip);
  EXPECT_THROW(read_answer(R"({"label":"cat"})"), Error);
  LateAnswer answer;
  std::string problem;
  EXPECT_FALSE(parse_answer(R"({"label":"cat","id":3})", answer, problem, {.query = 17}));
  EXPECT_EQ(problem, "\"id\": 17 expected, 3 found");
}

TEST(AnswerJson, AnIdIsAWholeNumberWithoutSign) {
  for (const char* id : {"-1", "1.5", "\"17\"", "null", "true", "[1]", "{}", "1e-3", "1e300"}) {
    expect_problem(std::string(R"({"label":"cat","id":)") + id + '}',
                   "\"id\": the number of a query expected");
  }
  expect_answer(R"({"id":17.0,"skip":true})", 17, Kind::kSkip);
  expect_answer(R"({"id":9007199254740991,"skip":true})", 9007199254740991U, Kind::kSkip);
  expect_problem(R"({"id":9007199254740992,"skip":true})",
                 "\"id\": the number of a query expected");
}

TEST(AnswerJson, ALineFullOfBracketsIsRefused) {
  expect_problem(R"({"x":)" + std::string(1 << 20, '['), "not nested deeper than 64 expected");
  expect_answer(
      R"({"x":)" + std::string(60, '[') + std::string(60, ']') + R"(,"id":1,"skip":true})", 1,
      Kind::kSkip);
}

TEST(AnswerJson, UnknownFieldsAreRefusedWhereTheRulesSaySo) {
  LateAnswer answer;
  std::string problem;
  const AnswerRules strict{.query = 17, .refuse_unknown = true};
  EXPECT_FALSE(parse_answer(R"({"label":"cat","sure":true})", answer, problem, strict));
  EXPECT_EQ(problem, "\"sure\": no such field");
  EXPECT_TRUE(parse_answer(R"({"id":17,"label":"cat","skip":false})", answer, problem, strict));
}

std::string problem_of_list(const std::string& json) {
  try {
    read_answers(json);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData) << json;
    return error.what();
  }
  return "";
}

TEST(AnswerList, IsAnArrayOrAnswers) {
  for (const char* json : {R"([{"id":17,"label":"cat"},{"id":18,"skip":true},{"id":17,"label":3}])",
                           R"({"answers":[{"id":17,"label":"cat"},{"skip":true,"id":18},
                              {"id":17,"label":3.0}]})"}) {
    const std::vector<LateAnswer> all = read_answers(json);
    ASSERT_EQ(all.size(), 3U) << json;
    EXPECT_EQ(all[0].id, 17U);
    EXPECT_EQ(all[0].answer.label, "cat");
    EXPECT_EQ(all[1].answer.kind, Kind::kSkip);
    EXPECT_EQ(all[2].answer.label, "3");
  }
}

TEST(AnswerList, SaysWhatIsWrongAndWhere) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "not JSON at character 1"},
      {"3", "an array of answers expected"},
      {"{}", "no \"answers\""},
      {"[]", "at least one answer expected, none found"},
      {R"({"answers":[]})", "at least one answer expected, none found"},
      {R"({"answers":3})", "an array of answers expected"},
      {R"({"answers":{"id":1,"skip":true}})", "an array of answers expected"},
      {R"({"id":1,"skip":true})", "\"id\": no such field"},
      {R"({"answers":[{"id":1,"skip":true}],"answers":[]})", "\"answers\" found twice"},
      {R"({"answers":[{"id":1,"skip":true}],"by":"me"})", "\"by\": no such field"},
      {R"([{"id":1,"skip":true},7])", "answer 2: an object expected"},
      {R"([{"id":1,"skip":true},[7]])", "answer 2: an object expected"},
      {R"([{"id":1,"skip":true},{"label":"cat"}])", "answer 2: no \"id\""},
      {R"([{"id":1,"skip":true,"sure":[1]}])", "answer 1: \"sure\": no such field"},
      {R"([{"id":1,"label":{"a":1}}])", "answer 1: \"label\": a string, a number or null expected"},
      {R"([{"id":1,"label":"a","label":"b"}])", "answer 1: \"label\" found twice"},
      {R"([{"id":1,"skip":true}]])", "not JSON at character 23"}};
  for (const auto& [json, problem] : cases) EXPECT_EQ(problem_of_list(json), problem) << json;
}

TEST(AnswerList, HasAtMostAThousand) {
  std::string json = R"([{"id":1,"skip":true})";
  for (std::size_t i = 1; i < kMostAnswers; ++i) json += R"(,{"id":2,"label":"cat"})";
  EXPECT_EQ(read_answers(json + ']').size(), 1000U);
  EXPECT_EQ(problem_of_list(json + R"(,{"id":2,"label":"cat"}])"), "at most 1000 answers expected");
}

}  // namespace
}  // namespace mpart::wire
