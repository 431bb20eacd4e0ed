// A model that `mpart run` made of a messy table, or of texts, answers over HTTP as at the command
// line, by its own preparation and without another flag.
#include <map>

#include "doors/cellar.hpp"

namespace mpart {
namespace {

using tests::Json;
using tests::PreparedDoors;

TEST_F(PreparedDoors, HttpPredictsWhatTheCommandLineDoes) {
  ASSERT_EQ(run("mpart predict m.mpart new.csv --json --probabilities --out p.jsonl").code, 0);
  const std::vector<Json> expected = lines_of("p.jsonl");
  ASSERT_EQ(expected.size(), rows_.size());
  for (const char* options : {"--model m.mpart --state s", "--state s"}) {  // again, from the state
    tests::Served server(folder_, options);
    std::size_t known = 0;
    Json all = Json::array();
    for (const std::string& row : rows_) all.push_back(tests::Cellar::object(row, false));
    const Json found = server.post("/v1/predict", all).json();
    ASSERT_EQ(found.size(), rows_.size()) << found;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      EXPECT_EQ(found[i].at("predicted"), expected[i].at("predicted"));
      EXPECT_EQ(found[i].at("probability"), expected[i].at("probability"));
      EXPECT_EQ(found[i].at("uncertainty"), expected[i].at("uncertainty"));
      known += found[i].at("known").get<bool>() ? 1 : 0;
      const Json apart = {{"values", all[i]}};
      EXPECT_EQ(server.post("/v1/predict", apart).json(), found[i]) << apart;
    }
    EXPECT_GT(known, rows_.size() / 2);
    const std::string log = server.stop();
    EXPECT_NE(log.find("6 numbers, 2 categories, 1 date"), std::string::npos) << log;
    EXPECT_NE(log.find("then: scaling"), std::string::npos) << log;
  }
}

TEST_F(PreparedDoors, WhatDoesNotFitTheColumnsIsRefusedOverHttp) {
  const tests::Served server(folder_, "--model m.mpart --state s");
  const Json good = tests::Cellar::object(rows_[0], false);
  const std::string expected =
      "values of acid, ash, hue, iron, sugar, zinc, colour (category), region (category), bottled "
      "(date)";
  const auto problem = [&](const Json& body) {
    const serve::Reply reply = server.post("/v1/predict", body);
    EXPECT_EQ(reply.status, 400U) << body;
    EXPECT_EQ(server.post("/v1/samples", body).status, 400U) << body;
    return reply.json().at("detail").get<std::string>();
  };
  Json body = good;
  body.erase("bottled");
  EXPECT_EQ(problem(body),
            "no \"bottled\"; null is expected for a missing value; found are id, "
            "acid, ash, hue, iron, sugar, zinc, colour (category), region "
            "(category), always; expected are " +
                expected);
  body = good;
  body["Acid"] = 1;
  EXPECT_EQ(problem(body), "\"Acid\": no such field or column; expected are " + expected);
  EXPECT_EQ(problem({{"values", {1, 2, 3, 4}}}),
            "\"values\": an array of 4 found, an object of names and values expected: " + expected);
  EXPECT_EQ(problem({{"text", "a red wine"}}),
            "\"text\" found, and the model takes none; expected are " + expected);
  EXPECT_EQ(server.get("/v1/model").at("samples"), 150);
}

TEST_F(PreparedDoors, AQuestionShowsTheValuesAsTheyCame) {
  ASSERT_EQ(run("mpart run train.csv --budget 1/10 --strategy random --model e.mpart").code, 0);
  const tests::Served server(folder_, "--model e.mpart --state s");
  std::size_t asked = 0;
  std::map<std::string, Json> sent;
  for (const std::string& row : rows_) {
    const Json object = tests::Cellar::object(row, false);
    sent[object.at("id")] = object;
    const serve::Reply reply = server.post("/v1/samples", object);
    ASSERT_EQ(reply.status, 200U) << reply.body;
    const Json queries = reply.json().at("queries");
    for (const Json& id : queries) {
      const Json query = server.get("/v1/queries/" + id.dump());
      const auto sample = sent.find(query.at("sample"));
      if (sample == sent.end()) continue;  // of the rows that the command line learned
      const Json& values = query.at("show").at("values");
      ASSERT_EQ(values.size(), 9U);
      EXPECT_EQ(values[6], (Json{{"name", "colour"}, {"value", sample->second.at("colour")}}));
      EXPECT_EQ(values[8].at("value"), sample->second.at("bottled"));
      const Json label = {{"label", "soave"}};
      EXPECT_EQ(server.post("/v1/queries/" + id.dump() + "/label", label).status, 200U);
      ++asked;
    }
  }
  EXPECT_GT(asked, 0U);
  const serve::Reply taught = server.post("/v1/samples", tests::Cellar::object(rows_[0], true));
  EXPECT_EQ(taught.json().value("taught", false), true) << taught.body;
}

TEST_F(PreparedDoors, ACopyOfAStateHasItsPreparation) {
  const Json row = tests::Cellar::object(rows_[0], false);
  Json expected;
  {
    tests::Served server(folder_, "--model m.mpart --state s");
    expected = server.post("/v1/predict", row).json();
    ASSERT_EQ(run("mpart backup --state s copy").code, 0);
    server.stop();
  }
  const tests::Served server(folder_, "--state copy");
  EXPECT_EQ(server.post("/v1/predict", row).json(), expected);
  EXPECT_EQ(server.post("/v1/predict", {{"values", {1, 2, 3, 4}}}).status, 400U);
}

TEST_F(PreparedDoors, ANewStateHasNoPreparationOfAStartThatFailed) {
  ASSERT_EQ(run("mkdir s && cp m.mpart s/preparation").code, 0);
  for (int i = 0; i < 2; ++i) {
    tests::Served server(folder_, "--state s");
    EXPECT_EQ(server.post("/v1/samples", {{"values", {0.1, 0.2}}}).status, 200U);
    server.stop();
  }
}

TEST_F(PreparedDoors, ADamagedPreparationIsNamed) {
  {
    tests::Served server(folder_, "--model m.mpart --state s");
    server.stop();
  }
  ASSERT_EQ(run("truncate -s -1 s/preparation").code, 0);
  const tests::Ended ended = run("mpart serve --state s --port 0");
  EXPECT_NE(ended.code, 0);
  EXPECT_NE(ended.err.find("s/preparation: "), std::string::npos) << ended.err;
}

TEST_F(PreparedDoors, AModelOfWindowsIsNotServed) {
  ASSERT_EQ(run("mpart run train.csv --window 5 --budget 1/10 --model w.mpart").code, 0);
  const std::string kafka = "--brokers x:1 --samples a --labels b --out c --queries d --state e";
  for (const std::string& command : {std::string("serve --state s --port 0"), "worker " + kafka}) {
    const tests::Ended ended = run("mpart " + command + " --model w.mpart");
    EXPECT_NE(ended.code, 0) << command;
    EXPECT_NE(
        ended.err.find("w.mpart learned windows of 5 rows of a series; here each sample comes "
                       "alone"),
        std::string::npos)
        << ended.err;
  }
  const tests::Ended both = run("mpart worker " + kafka + " --model m.mpart --budget 1/10");
  EXPECT_EQ(both.code, 2);
  EXPECT_NE(both.err.find("--model brings its own parameters and budget"), std::string::npos);
}

TEST(TextDoors, ATextIsAnsweredAsAtTheCommandLine) {
  const tests::TemporaryFolder folder;
  const tests::Letters letters(folder);
  const tests::Ended ended =
      tests::run(folder, "mpart run train.jsonl --budget 1/10 --model m.mpart");
  ASSERT_EQ(ended.code, 0) << ended.err;
  ASSERT_EQ(tests::run(folder, "mpart predict m.mpart new.jsonl --json --out p.jsonl").code, 0);
  const tests::Served server(folder, "--model m.mpart --state s");
  const Json found = server.post("/v1/predict", letters.sent).json();
  ASSERT_EQ(found.size(), letters.sent.size()) << found;
  std::ifstream predictions(folder.file("p.jsonl"));
  for (const Json& one : found) {
    std::string line;
    ASSERT_TRUE(std::getline(predictions, line));
    const Json expected = Json::parse(line);
    EXPECT_EQ(one.at("predicted"), expected.at("predicted"));
    EXPECT_EQ(one.at("probability"), expected.at("probability"));
  }
  EXPECT_EQ(server.post("/v1/predict", {{"values", {1, 2}}}).json().at("detail"),
            "0 values expected, 2 found; expected are values of text (text)");
  EXPECT_EQ(server.post("/v1/samples", {{"text", "a cat"}, {"label", "animal"}}).status, 200U);
}

}  // namespace
}  // namespace mpart
