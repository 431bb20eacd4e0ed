// What requests may say, what they may not, and what is answered.
#include <chrono>
#include <set>

#include "full_disk.hpp"
#include "mpart/error.hpp"
#include "serve/query_string.hpp"
#include "serve/server_fixture.hpp"
#include "wire/limits.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

class BodiesTest : public ServerTest {
 protected:
  void expect_refused(const std::string& method, const std::string& target, const std::string& body,
                      const std::string& why) {
    const Reply reply = call(method, target, body);
    EXPECT_EQ(reply.status, 400U) << target << ' ' << body << reply.body;
    EXPECT_EQ(reply.json()["detail"], why) << target << ' ' << body;
  }

  // The ids of all pages, and how many pages there were.
  std::pair<std::vector<QueryId>, std::size_t> all_pages(const std::string& filter) {
    std::vector<QueryId> ids;
    std::string cursor;
    for (std::size_t pages = 1;; ++pages) {
      const Json page = call("GET", "/queries?" + filter + cursor).json();
      for (const Json& query : page["queries"]) ids.push_back(query["id"].get<QueryId>());
      if (page["next"].is_null()) return {ids, pages};
      cursor = "&cursor=" + page["next"].get<std::string>();
    }
  }
};

TEST_F(BodiesTest, DeepOrLongJsonIsRefusedAtOnce) {
  start();
  const QueryId id = ask();
  constexpr std::size_t kLarge = 15 << 20;
  const std::string brackets(kLarge, '[');
  const std::string objects = "[" + [] {
    std::string text;
    while (text.size() < kLarge) text += "{\"a\":0},";
    return text;
  }();
  for (const std::string& target :
       {std::string("/queries/next"), std::string("/samples"), std::string("/predict"),
        std::string("/answers"), std::string("/budget"), path(id, "/label"),
        std::string("/label-studio/predict"), std::string("/label-studio/webhook"),
        std::string("/label-studio/setup")}) {
    for (const std::string& body : {brackets, objects}) {
      const auto before = std::chrono::steady_clock::now();
      const Reply reply = call("POST", target, body);
      const bool refused = reply.status == 400 || reply.status == 413;
      EXPECT_TRUE(refused) << target << ' ' << reply.body;
      EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(2)) << target;
    }
  }
}

TEST_F(BodiesTest, FieldsThatAreNotKnownAreRefused) {
  start();
  const QueryId id = ask();
  const std::string why = "\"colour\": no such field";
  for (const char* target : {"/samples", "/predict"}) {
    expect_refused("POST", target, R"({"values":[0.1,0.2],"colour":"red"})", why);
    expect_refused("POST", target, R"({"samples":[{"values":[0.1,0.2]}],"colour":1})", why);
    expect_refused("POST", target, R"({"values":[0.1,0.2],"show":{"text":"a","colour":1}})", why);
  }
  expect_refused("POST", path(id, "/label"), R"({"label":"cat","colour":1})", why);
  expect_refused("PUT", path(id), R"({"label":"cat","colour":1})", why);
  expect_refused("POST", path(id, "/skip"), R"({"colour":1})", why);
  expect_refused("POST", "/queries/next", R"({"client":"a","colour":1})", why);
  expect_refused("PUT", "/budget", R"({"questions":1,"period":10,"colour":1})", why);
  expect_refused("POST", "/budget", R"({"extra":1,"colour":1})", why);
  expect_refused("POST", "/answers", R"([{"id":1,"label":"a","colour":1}])", "answer 1: " + why);
  EXPECT_EQ(call("POST", path(id, "/skip"), "{}").status, 200U);
}

TEST_F(BodiesTest, ParametersThatAreNotKnownAreRefused) {
  start();
  const std::string why = "\"colour\": no such parameter";
  for (const char* target :
       {"/queries?colour=red", "/model?colour=red", "/queries?limit=1&colour"}) {
    expect_refused("GET", target, "", why);
  }
  expect_refused("GET", "/queries?limit=1&limit=2", "", "\"limit\" found twice");
  expect_refused("GET", "/queries?label=%4", "", "\"label\": % and two digits expected");
  expect_refused("GET", "/queries?limit=0", "", "\"limit\": 1 to 100 expected");
  expect_refused("GET", "/queries?limit=101", "", "\"limit\": 1 to 100 expected");
  expect_refused("GET", "/queries?cursor=x", "",
                 "\"cursor\": what \"next\" of the last page was expected");
}

TEST_F(BodiesTest, ABodyForNobodyIsAnsweredByWhatIsWrongWithTheAddress) {
  start();
  EXPECT_EQ(call("POST", "/v1/nothing", R"({"a":1})").status, 404U);
  EXPECT_EQ(call("POST", "/v1/queries/0/label", R"({"label":"cat"})").status, 404U);
  EXPECT_EQ(call("POST", "/v1/model", R"({"a":1})").status, 405U);
  EXPECT_EQ(call("PUT", "/", R"({"a":1})").status, 404U);
}

TEST(QueryString, IsDecoded) {
  EXPECT_EQ(query_value("label=K%C3%A4fer+2&state=open", "label"), "Käfer 2");
  EXPECT_EQ(query_value("label=K%C3%A4fer+2&state=open", "state"), "open");
  EXPECT_EQ(query_value("label=a%26b", "label"), "a&b");
  EXPECT_EQ(query_value("state", "state"), "");
  EXPECT_EQ(query_value("states=1", "state"), std::nullopt);
  EXPECT_NO_THROW(check_query_string("", ""));
  EXPECT_NO_THROW(check_query_string("a=1&b=2", "b a"));
  for (const char* bad : {"c=1", "a=%", "a=%g0", "a=%+1", "a=1&a=1", "=1", "a b=1"}) {
    EXPECT_THROW(check_query_string(bad, "a b"), Error) << bad;
  }
}

TEST_F(BodiesTest, ALabelThatComesWithASampleIsTaught) {
  start();
  const Json taught = call("POST", "/samples", R"({"values":[0.1,0.1],"label":"cat"})").json();
  EXPECT_EQ(taught["taught"], true);
  const Json many =
      call("POST", "/samples", R"([{"values":[0.9,0.9],"label":null},{"values":[0.9,0.9]}])")
          .json();
  for (const Json& one : many) EXPECT_FALSE(one.contains("taught"));
  expect_refused("POST", "/predict", R"({"values":[0.1,0.1],"label":"cat"})",
                 "predict learns nothing; leave \"label\" out");
  expect_refused("POST", "/predict", R"([{"values":[0.1,0.1]},{"values":[0.1,0.1],"label":"cat"}])",
                 "sample 2: predict learns nothing; leave \"label\" out");
}

TEST_F(BodiesTest, ValuesOutsideTheRangeAreCountedInTheAnswer) {
  session_.scale = false;
  start();
  const std::string body = R"([{"values":[1.5,-0.1]},{"values":[0.5,2]},{"values":[0,1]}])";
  for (const char* target : {"/samples", "/predict"}) {
    const Json answers = call("POST", target, body).json();
    EXPECT_EQ(answers[0]["clipped"], 2) << target;
    EXPECT_EQ(answers[1]["clipped"], 1) << target;
    EXPECT_FALSE(answers[2].contains("clipped")) << target;
  }
}

TEST_F(BodiesTest, QueriesComeInPages) {
  session_.budget = {1, 1};
  start();
  ASSERT_EQ(call("POST", "/samples", samples(250).dump()).status, 200U);
  const auto [ids, pages] = all_pages("limit=100");
  EXPECT_EQ(pages, 3U);
  ASSERT_EQ(ids.size(), 250U);
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(ids[i], 250 - i);
  EXPECT_EQ(call("GET", "/queries").json()["queries"].size(), 50U);
  // What is asked meanwhile is on none of the later pages.
  const Json first = call("GET", "/queries?limit=10").json();
  call("POST", "/samples", samples(5).dump());
  const Json second =
      call("GET", "/queries?limit=10&cursor=" + first["next"].get<std::string>()).json();
  EXPECT_EQ(second["queries"][0]["id"], 240);
}

TEST_F(BodiesTest, QueriesCanBeChosen) {
  session_.budget = {1, 1};
  start();
  Json batch = samples(60);
  for (std::size_t i = 0; i < batch.size(); ++i) batch[i]["id"] = "img " + std::to_string(i % 3);
  ASSERT_EQ(call("POST", "/samples", batch.dump()).status, 200U);
  for (const QueryId id : {3, 7, 11}) call("POST", path(id, "/label"), R"({"label":"Käfer"})");
  call("POST", path(5, "/label"), R"({"label":"cat"})");
  call("POST", path(9, "/skip"));
  using Ids = std::vector<QueryId>;
  EXPECT_EQ(all_pages("label=K%C3%A4fer").first, (Ids{11, 7, 3}));
  EXPECT_EQ(all_pages("label=K%C3%A4fer&limit=2").first, (Ids{11, 7, 3}));
  EXPECT_EQ(all_pages("state=skipped").first, Ids{9});
  EXPECT_EQ(all_pages("state=skipped&label=cat").first, Ids{});
  EXPECT_EQ(all_pages("label=never+seen").first, Ids{});
  EXPECT_EQ(all_pages("sample=img+1&state=open").first.size(), 20U - 2U);  // 5 and 11 are answered
  EXPECT_EQ(all_pages("state=open").first.size(), 55U);
}

TEST_F(BodiesTest, APageLooksAtSoManyQueriesAtMost) {
  session_.budget = {1, 1};
  start();
  ASSERT_EQ(call("POST", "/samples", samples(4096).dump()).status, 200U);
  ASSERT_EQ(call("POST", "/samples", samples(10).dump()).status, 200U);
  call("POST", path(1, "/skip"));
  const auto [ids, pages] = all_pages("state=skipped");
  EXPECT_EQ(ids, std::vector<QueryId>{1});
  EXPECT_EQ(pages, 2U);
}

TEST_F(BodiesTest, AListHasNoPictures) {
  session_.budget = {1, 1};
  start();
  const std::string picture = "data:image/png;base64," + std::string(1 << 20, 'A');
  Json with = {{"values", {0.1, 0.2}}, {"show", {{"picture", picture}, {"text", "a"}}}};
  call("POST", "/samples", with.dump());
  call("POST", "/samples", R"({"values":[0.9,0.8],"show":{"text":"b"}})");
  const Reply list = call("GET", "/queries");
  EXPECT_LT(list.body.size(), 10000U);
  const Json queries = list.json()["queries"];
  EXPECT_EQ(queries[1]["has_picture"], true);
  EXPECT_EQ(queries[1]["show"], (Json{{"text", "a"}}));
  EXPECT_FALSE(queries[0].contains("has_picture"));
  const Json one = call("GET", path(1)).json();
  EXPECT_EQ(one["show"]["picture"], picture);
  EXPECT_FALSE(one.contains("has_picture"));
}

TEST_F(BodiesTest, ManyAnswersHaveAResultEach) {
  session_.budget = {1, 1};
  start();
  call("POST", "/samples", samples(5).dump());
  const Reply reply = call("POST", "/answers",
                           R"([{"id":1,"label":"cat"},{"id":2,"skip":true},{"id":999,"label":"cat"},
      {"id":2,"label":"dog"},{"id":1,"label":"dog"},{"id":3,"withdraw":true},{"id":4,"label":7},
      {"id":4,"withdraw":true},{"id":0,"skip":true}])");
  ASSERT_EQ(reply.status, 200U) << reply.body;
  const Json results = reply.json();
  ASSERT_EQ(results.size(), 9U);
  EXPECT_EQ(results[0],
            (Json{{"id", 1}, {"status", 200}, {"state", "labelled"}, {"label", "cat"}}));
  EXPECT_EQ(results[1],
            (Json{{"id", 2}, {"status", 200}, {"state", "skipped"}, {"label", nullptr}}));
  EXPECT_EQ(results[2]["status"], 404);
  EXPECT_EQ(results[2]["code"], "not_found");
  EXPECT_EQ(results[3]["status"], 409);
  EXPECT_EQ(results[3]["code"], "conflict");
  EXPECT_FALSE(results[3]["detail"].get<std::string>().empty());
  EXPECT_EQ(results[4]["label"], "dog");
  EXPECT_EQ(results[5]["status"], 409);
  EXPECT_EQ(results[6]["label"], "7");
  EXPECT_EQ(results[7]["state"], "withdrawn");
  EXPECT_EQ(results[8]["status"], 404);
  EXPECT_EQ(call("GET", path(1)).json()["label"], "dog");
  EXPECT_EQ(call("GET", path(2)).json()["state"], "skipped");
  EXPECT_EQ(call("GET", path(4)).json()["state"], "withdrawn");
}

TEST_F(BodiesTest, ABadAnswerIsNamedAndNoneIsTaken) {
  start();
  const QueryId id = ask();
  const Json first = {{"id", id}, {"label", "cat"}};
  expect_refused("POST", "/answers", Json{first, {{"label", "dog"}}}.dump(), "answer 2: no \"id\"");
  expect_refused("POST", "/answers", Json(std::vector<Json>(1001, first)).dump(),
                 "at most 1000 answers expected");
  EXPECT_EQ(call("GET", path(id)).json()["state"], "open");
}

TEST_F(BodiesTest, ManyAnswersAreOnDiskOrNotTaken) {
  start();
  const QueryId id = ask();
  const std::string body = Json{{"answers", {{{"id", id}, {"label", "cat"}}}}}.dump();
  {
    const tests::FullDisk full;
    EXPECT_EQ(call("POST", "/answers", body).status, 507U);
  }
  EXPECT_EQ(call("GET", path(id)).json()["state"], "open");
}

TEST_F(BodiesTest, WhatAnUnaskedLabelTeachesIsKnownAndFree) {
  session_.budget = {1, 100};
  start();
  const Json first = call("POST", "/samples", R"({"values":[0.1,0.1],"label":"cat"})").json();
  EXPECT_EQ(first["queries"], Json::array());
  EXPECT_EQ(call("POST", "/predict", R"({"values":[0.1,0.1]})").json()["predicted"], "cat");
  EXPECT_EQ(call("GET", "/budget").json()["left"], 1);
  stop();
  start();
  EXPECT_EQ(call("POST", "/predict", R"({"values":[0.1,0.1]})").json()["predicted"], "cat");
}

TEST_F(BodiesTest, ALabelThatCannotBeWrittenIsNotAcknowledged) {
  start();
  call("POST", "/samples", R"({"values":[0.9,0.9]})");
  {
    const tests::FullDisk full;
    EXPECT_EQ(call("POST", "/samples", R"({"values":[0.1,0.1],"label":"cat"})").status, 507U);
  }
  EXPECT_EQ(call("POST", "/predict", R"({"values":[0.1,0.1]})").json()["predicted"], nullptr);
  EXPECT_EQ(call("GET", "/model").json()["queries"]["labelled"], 0);
}

TEST_F(BodiesTest, TheBudgetIsChangedWhileTheServerRuns) {
  session_.budget = {1, 10};
  start();
  EXPECT_EQ(call("GET", "/budget").json(),
            (Json{{"questions", 1}, {"period", 10}, {"left", 1}, {"extra", 0}}));
  EXPECT_EQ(call("PUT", "/budget", R"({"questions":2,"period":20})").json(),
            (Json{{"questions", 2}, {"period", 20}, {"left", 2}, {"extra", 0}}));
  EXPECT_EQ(call("POST", "/budget", R"({"extra":50})").json()["extra"], 50);
  EXPECT_EQ(call("POST", "/budget", R"({"extra":5})").json()["extra"], 55);
  stop();
  start();
  EXPECT_EQ(call("GET", "/budget").json(),
            (Json{{"questions", 2}, {"period", 20}, {"left", 2}, {"extra", 55}}));
  EXPECT_EQ(call("POST", "/budget", R"({"extra":1000000001})").status, 400U);
  const tests::FullDisk full;
  EXPECT_EQ(call("PUT", "/budget", R"({"questions":1,"period":20})").status, 507U);
  EXPECT_EQ(call("GET", "/budget").json()["questions"], 2);
}

TEST_F(BodiesTest, BudgetsThatCannotBeKeptAreRefused) {
  start();
  expect_refused("PUT", "/budget", "{}", R"({"questions":1,"period":100} expected)");
  expect_refused("PUT", "/budget", "[]", R"({"questions":1,"period":100} expected)");
  expect_refused("PUT", "/budget", R"({"questions":0,"period":10})",
                 "\"questions\": a whole number of at least 1 expected");
  expect_refused("PUT", "/budget", R"({"questions":1,"period":"x"})",
                 "\"period\": a whole number of at least 1 expected");
  EXPECT_EQ(call("PUT", "/budget", R"({"questions":11,"period":10})").status, 400U);
  expect_refused("POST", "/budget", R"({"extra":-1})",
                 "\"extra\": a whole number of at least 1 expected");
  expect_refused("POST", "/budget", "{}", R"({"extra":50} expected)");
  EXPECT_EQ(call("GET", "/budget").json(),
            (Json{{"questions", 1}, {"period", 10}, {"left", 1}, {"extra", 0}}));
}

}  // namespace
}  // namespace mpart::serve
