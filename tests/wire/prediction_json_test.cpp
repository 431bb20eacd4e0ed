#include "wire/prediction_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mpart::wire {
namespace {

using Json = nlohmann::json;

TEST(PredictionJson, TellsKnownFromUnknown) {
  std::string text;
  append_predicted(text, {"cat \"a\"", 0.5, true});
  EXPECT_EQ(text, R"("known":true,"predicted":"cat \"a\"","probability":0.5,"activated":true)");
  text.clear();
  append_predicted(text, {"", 0, false});
  EXPECT_EQ(text, R"("known":false,"predicted":null,"probability":null,"activated":false)");
}

TEST(PredictionJson, SaysHowManyValuesWereClipped) {
  std::string text;
  append_predicted(text, {"", 0, false, 2});
  EXPECT_EQ(text,
            R"("known":false,"predicted":null,"probability":null,"activated":false,"clipped":2)");
  Prediction prediction;
  prediction.clipped = 3;
  text.clear();
  append_prediction(text, prediction, {});
  EXPECT_EQ(Json::parse(text)["clipped"], 3);
}

TEST(PredictionJson, ListsQueriesById) {
  std::string text;
  append_queries(text, std::vector<QueryId>{17, 18, 19});
  EXPECT_EQ(text, R"("queries":[17,18,19])");
  text.clear();
  append_queries(text, {});
  EXPECT_EQ(text, R"("queries":[])");
}

TEST(PredictionJson, HasEveryFigureAndTheProbabilitiesAboveZero) {
  Prediction prediction;
  prediction.known = true;
  prediction.best = 1;
  prediction.probability = {0, 0.75, 0.25};
  prediction.epistemic = 0.5;
  prediction.density = 12;
  std::string text;
  append_prediction(text, prediction, {"a", "b", "\xff"});
  EXPECT_EQ(Json::parse(text), Json::parse(R"({"known":true,"predicted":"b","probability":0.75,
      "activated":false,"epistemic":0.5,"aleatoric":0,"uncertainty":0,"density":12,"score":0,
      "probabilities":{"b":0.75,"\uFFFD":0.25}})"));
  prediction.known = false;
  text.clear();
  append_prediction(text, prediction, {"a", "b", "c"});
  EXPECT_EQ(Json::parse(text)["probabilities"], Json::object());
}

}  // namespace
}  // namespace mpart::wire
