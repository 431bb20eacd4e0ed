#include "wire/query_json.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "label/asked.hpp"

namespace mpart::wire {
namespace {

using tests::Asked;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(QueryJson, IsOneLineWithEverythingInIt) {
  Asked asked;
  asked.question.sample.id = "img-7";
  EXPECT_EQ(query_json(asked.query()),
            R"({"id":17,"row":123,"sample":"img-7","time":122,"values":[0.1,0.9],)"
            R"("predicted":"cat","probability":0.61,)"
            R"("probabilities":{"cat":0.61,"bird":0.3,"dog":0.09},)"
            R"("why":{"text":"Few labels are near here, and the classes are mixed. The region is )"
            R"(dense, so the answer helps with many samples. Its score of 0.31 passed the )"
            R"(threshold of 0.27.","epistemic":0.83,"aleatoric":0.41,"density":132.1,"score":0.31,)"
            R"("threshold":0.27},"classes":["cat","dog","bird"]})");
}

TEST(QueryJson, IsNullWhereNothingIsKnown) {
  Asked asked;
  asked.guess = {};
  asked.classes.clear();
  asked.question.reason.threshold = std::numeric_limits<double>::quiet_NaN();
  const std::string json = query_json(asked.query());
  EXPECT_TRUE(has(json, R"("predicted":null,"probability":null,"probabilities":{})"));
  EXPECT_TRUE(has(json, R"("threshold":null)"));
  EXPECT_TRUE(has(json, R"("classes":[])"));
  EXPECT_FALSE(has(json, "\"sample\""));
}

TEST(QueryJson, UniformProbabilitiesOfTheUnknownAreLeftOut) {
  Asked asked;
  asked.guess.known = false;
  EXPECT_TRUE(
      has(query_json(asked.query()), R"("predicted":null,"probability":null,"probabilities":{})"));
}

TEST(QueryJson, QuotesAndUnicodeSurvive) {
  Asked asked;
  asked.question.sample.id = "say \"猫\"\n\\";
  asked.classes[0] = "Käfer 🐈";
  const std::string json = query_json(asked.query());
  EXPECT_TRUE(has(json, R"("sample":"say \"猫\"\n\\")"));
  EXPECT_TRUE(has(json, R"("predicted":"Käfer 🐈")"));
  EXPECT_EQ(json.find('\n'), std::string::npos);
}

TEST(QueryJson, BrokenUtf8IsReplacedAndNotThrown) {
  Asked asked;
  asked.question.sample.id = "caf\xe9";
  asked.classes = {"\xff", "\xc3", "\xed\xa0\x80"};
  const std::string json = query_json(asked.query());
  EXPECT_TRUE(has(json, "\"sample\":\"caf\xef\xbf\xbd\""));
  EXPECT_EQ(json.find('\xff'), std::string::npos);
}

TEST(QueryJson, ListsNoMoreThanTwentyProbabilitiesAndAThousandClasses) {
  Asked asked;
  asked.classes.clear();
  for (int i = 0; i < 1500; ++i) asked.classes.push_back('c' + std::to_string(i));
  asked.guess.probability.assign(1500, 1.0 / 1500);
  const std::string json = query_json(asked.query());
  EXPECT_TRUE(has(json, "\"c19\":"));
  EXPECT_FALSE(has(json, "\"c20\":"));
  EXPECT_TRUE(has(json, "\"c999\"]"));
  EXPECT_FALSE(has(json, "\"c1000\""));
}

}  // namespace
}  // namespace mpart::wire
