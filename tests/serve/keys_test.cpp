// A request that is sent again with its Idempotency-Key has no second effect.
#include <filesystem>

#include "serve/server_fixture.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

class KeysTest : public ServerTest {
 protected:
  std::uint64_t learned() { return call("GET", "/v1/model").json()["samples"]; }

  // Goes on as after kill -9: with what is on disk now, without a last snapshot.
  void crash() {
    const std::string left = folder_.file("left");
    std::filesystem::copy(options_.folder, left);
    stop();
    options_.folder = left;
    start();
  }

  const std::string one_ = R"({"values":[0.1,0.2],"id":"a"})";
};

TEST_F(KeysTest, ARepeatedSampleIsLearnedOnce) {
  start();
  const Reply first = call("POST", "/v1/samples", one_, {.key = "k1"});
  ASSERT_EQ(first.status, 200U);
  EXPECT_FALSE(first.replayed);
  const Reply again = call("POST", "/v1/samples", one_, {.key = "k1"});
  EXPECT_EQ(again.body, first.body);
  EXPECT_TRUE(again.replayed);
  EXPECT_EQ(learned(), 1U);
  EXPECT_FALSE(call("POST", "/v1/samples", one_, {.key = "k2"}).replayed);
  EXPECT_EQ(learned(), 2U);
  stop();
  start();
  EXPECT_EQ(call("POST", "/v1/samples", one_, {.key = "k1"}).body, first.body);
  EXPECT_EQ(learned(), 2U);
}

TEST_F(KeysTest, AKeyIsForOneRequest) {
  start();
  call("POST", "/v1/samples", one_, {.key = "k1"});
  const Reply other = call("POST", "/v1/samples", R"({"values":[0.3,0.2]})", {.key = "k1"});
  EXPECT_EQ(other.status, 422U);
  EXPECT_EQ(other.json()["code"], "unprocessable_content");
  EXPECT_EQ(call("POST", "/v1/samples", one_, {.key = "a b"}).status, 400U);
  EXPECT_EQ(call("POST", "/v1/samples", one_, {.key = std::string(201, 'k')}).status, 400U);
  EXPECT_EQ(call("POST", "/v1/samples", one_, {.type = "application/x-ndjson", .key = "k2"}).status,
            400U);
  EXPECT_EQ(learned(), 1U);
}

TEST_F(KeysTest, WhatWasRefusedMayBeTriedAgain) {
  start();
  EXPECT_EQ(call("POST", "/v1/samples", R"({"values":[]})", {.key = "k1"}).status, 400U);
  EXPECT_FALSE(call("POST", "/v1/samples", R"({"values":[]})", {.key = "k1"}).replayed);
}

// The question is on disk, and so is the key: the sample is not learned a second time.
TEST_F(KeysTest, ACrashDoesNotMakeTwoEffectsOfARequestThatAsked) {
  session_.budget = {1, 1};
  start();
  const Reply first = call("POST", "/v1/samples", one_, {.key = "k1"});
  ASSERT_EQ(first.json()["queries"].size(), 1U);
  crash();
  const std::uint64_t before = learned();
  const Reply again = call("POST", "/v1/samples", one_, {.key = "k1"});
  EXPECT_EQ(again.body, first.body);
  EXPECT_TRUE(again.replayed);
  EXPECT_EQ(learned(), before);
}

TEST_F(KeysTest, ARepeatedAnswerDoesNotUndoACorrection) {
  start();
  const QueryId id = ask();
  const std::string cat = R"({"label":"cat"})";
  ASSERT_EQ(call("POST", path(id, "/label"), cat, {.key = "k1"}).status, 200U);
  ASSERT_EQ(call("PUT", path(id), R"({"label":"dog"})").status, 200U);
  EXPECT_TRUE(call("POST", path(id, "/label"), cat, {.key = "k1"}).replayed);
  EXPECT_EQ(call("GET", path(id)).json()["label"], "dog");
  crash();
  const Reply after = call("POST", path(id, "/label"), cat, {.key = "k1"});
  EXPECT_EQ(after.status, 200U);
  EXPECT_TRUE(after.replayed);
  EXPECT_EQ(call("GET", path(id)).json()["label"], "dog");
}

TEST_F(KeysTest, ABatchOfAnswersAndATopUpAreTakenOnce) {
  start();
  const QueryId id = ask();
  const std::string batch = Json::array({{{"id", id}, {"label", "cat"}}}).dump();
  const Reply first = call("POST", "/v1/answers", batch, {.key = "k1"});
  ASSERT_EQ(first.status, 200U) << first.body;
  const std::string more = R"({"extra":50})";
  ASSERT_EQ(call("POST", "/v1/budget", more, {.key = "k2"}).json()["extra"], 50);
  EXPECT_EQ(call("POST", "/v1/budget", more, {.key = "k2"}).json()["extra"], 50);
  call("PUT", path(id), R"({"label":"dog"})");
  EXPECT_EQ(call("POST", "/v1/answers", batch, {.key = "k1"}).body, first.body);
  crash();
  EXPECT_EQ(call("POST", "/v1/budget", more, {.key = "k2"}).json()["extra"], 50);
  EXPECT_EQ(call("POST", "/v1/answers", batch, {.key = "k1"}).json()[0]["label"], "dog");
  EXPECT_EQ(call("GET", path(id)).json()["label"], "dog");
}

}  // namespace
}  // namespace mpart::serve
