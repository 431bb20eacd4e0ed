// What the server tells its operator.
#include "full_disk.hpp"
#include "serve/server_fixture.hpp"

namespace mpart::serve {
namespace {

class ServerLogTest : public ServerTest {
 protected:
  // All lines so far: the last one is that of the stop.
  std::string lines() {
    stop();
    return pipe_.read_until(" stopping ");
  }

  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
    return found;
  }
};

TEST_F(ServerLogTest, WrongTokensAreToldOnceAMinute) {
  options_.token = "a secret of some length";
  start();
  for (int i = 0; i < 20; ++i) call("GET", "/v1/model", "", {.token = "a guess"});
  const std::string all = lines();
  EXPECT_EQ(count(all, "tokens refused"), 1U) << all;
  EXPECT_NE(all.find(" warning tokens refused client=127.0.0.1 count=1\n"), std::string::npos)
      << all;
  EXPECT_EQ(all.find("a guess"), std::string::npos);
}

TEST_F(ServerLogTest, ClippedValuesAreToldOnceAMinute) {
  session_.scale = false;
  start();
  call("POST", "/v1/samples", R"({"values":[0.5,0.5]})");
  call("POST", "/v1/samples", R"([{"values":[0.5,1.5]},{"values":[-1,0.5]}])");
  const std::string all = lines();
  EXPECT_EQ(count(all, " warning values clipped samples=1\n"), 1U) << all;
}

TEST_F(ServerLogTest, AFullDiskAndWhatFailsByItAreTold) {
  start();
  const QueryId id = ask();
  {
    const tests::FullDisk full;
    EXPECT_EQ(call("POST", "/v1" + path(id, "/label"), R"({"label":"cat"})").status, 507U);
  }
  const std::string all = pipe_.read_until("request failed");
  EXPECT_NE(all.find(" error state not writable reason="), std::string::npos) << all;
  EXPECT_NE(all.find(" error request failed method=POST target=/v1/queries/1/label status=507"),
            std::string::npos)
      << all;
}

// One line, with the number of those that came before it in the next one.
TEST_F(ServerLogTest, WhatFailsAgainAndAgainIsToldOnceASecond) {
  start();
  const QueryId id = ask();
  const tests::FullDisk full;
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 50; ++i) call("POST", "/v1" + path(id, "/label"), R"({"label":"cat"})");
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin);
  const std::string all = lines();
  EXPECT_GE(count(all, "request failed"), 1U) << all;
  EXPECT_LE(count(all, "request failed"), 2U + seconds.count()) << all;
}

TEST_F(ServerLogTest, RequestsAreToldIfThatIsWanted) {
  start();
  call("GET", "/v1/model");
  EXPECT_EQ(count(lines(), " info request "), 0U);
  options_.access_log = true;
  start();
  call("GET", "/v1/model?a%0Ab=\"1\"");
  const std::string all = lines();
  EXPECT_EQ(count(all, " info request method=GET target=\"/v1/model?a%0Ab=\\\"1\\\"\" status=400"),
            1U)
      << all;
}

}  // namespace
}  // namespace mpart::serve
