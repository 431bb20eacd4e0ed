// The server as its clients see it.
#include <chrono>
#include <set>
#include <thread>

#include "full_disk.hpp"
#include "mpart/error.hpp"
#include "serve/server_fixture.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

TEST_F(ServerTest, AsksLearnsCorrectsAndForgets) {
  start();
  const QueryId id = ask();
  Json query = call("GET", path(id)).json();
  EXPECT_EQ(query["state"], "open");
  EXPECT_EQ(query["sample"], "img");
  EXPECT_EQ(query["show"]["text"], "a text to see");
  EXPECT_TRUE(query["predicted"].is_null());
  EXPECT_FALSE(query["why"]["text"].get<std::string>().empty());
  const Reply labelled = call("POST", path(id, "/label"), R"({"label":"cat"})");
  EXPECT_EQ(labelled.status, 200U);
  EXPECT_EQ(labelled.json()["label"], "cat");
  EXPECT_EQ(labelled.json()["state"], "labelled");
  EXPECT_FALSE(labelled.json().contains("show"));
  EXPECT_EQ(call("PUT", path(id), R"({"label":"dog"})").json()["label"], "dog");
  EXPECT_EQ(call("DELETE", path(id)).json()["state"], "withdrawn");
  const Json model = call("GET", "/model").json();
  EXPECT_EQ(model["queries"]["labelled"], 0);
  EXPECT_EQ(model["classes"], (Json{"cat", "dog"}));
  EXPECT_EQ(call("POST", path(id, "/skip")).status, 409U);
  const QueryId second = ask();
  EXPECT_EQ(call("POST", path(second, "/skip")).json()["state"], "skipped");
  EXPECT_EQ(call("POST", path(second, "/label"), R"({"label":"cat"})").status, 409U);
  EXPECT_EQ(call("POST", path(999, "/label"), R"({"label":"cat"})").status, 404U);
}

TEST_F(ServerTest, PredictsWithoutLearning) {
  start();
  call("POST", path(ask(), "/label"), R"({"label":"cat"})");
  const Json before = call("GET", "/model").json();
  const Json one = call("POST", "/predict", R"({"values":[0.5,0.5]})").json();
  EXPECT_TRUE(one.contains("predicted"));
  const Json many =
      call("POST", "/predict", R"([{"values":[0.5,0.5]},{"values":[0.1,0.1]}])").json();
  ASSERT_EQ(many.size(), 2U);
  EXPECT_EQ(many[0], one);
  EXPECT_EQ(call("GET", "/model").json(), before);
}

TEST_F(ServerTest, TakesManySamplesAtATimeAndNoneIfOneIsBad) {
  start();
  Json samples = Json::array();
  for (int i = 0; i < 100; ++i) samples.push_back({{"values", {random_.uniform(), 0.5}}});
  const Reply reply = call("POST", "/samples", samples.dump());
  ASSERT_EQ(reply.status, 200U);
  ASSERT_EQ(reply.json().size(), 100U);
  EXPECT_EQ(reply.json()[99]["time"], 99);
  std::size_t asked = 0;
  for (const Json& result : reply.json()) asked += result["queries"].size();
  EXPECT_EQ(asked, 10U);
  samples[57] = {{"values", {0.5}}};
  const Reply refused = call("POST", "/samples", samples.dump());
  EXPECT_EQ(refused.status, 400U);
  EXPECT_EQ(refused.json()["detail"], "sample 58: 2 values expected, 1 found");
  EXPECT_EQ(call("GET", "/model").json()["samples"], 100);
}

TEST_F(ServerTest, TwoPeopleNeverHaveTheSameQuestion) {
  start();
  std::set<QueryId> given;
  for (int i = 0; i < 3; ++i) ask();
  for (const char* client : {"a", "b", "c"}) {
    const Reply reply = call("POST", "/queries/next", Json{{"client", client}}.dump());
    ASSERT_EQ(reply.status, 200U);
    EXPECT_TRUE(given.insert(reply.json()["id"].get<QueryId>()).second);
    EXPECT_EQ(reply.json()["place"].size(), 2U);
  }
  EXPECT_EQ(call("POST", "/queries/next", R"({"client":"d"})").status, 204U);
}

TEST_F(ServerTest, KeepsEverythingAcrossARestart) {
  start();
  const QueryId labelled = ask();
  const QueryId open = ask();
  call("POST", path(labelled, "/label"), R"({"label":"cat"})");
  const Json before = call("GET", "/model").json();
  stop();
  start();
  EXPECT_FALSE(server_->notes().empty());
  const Json after = call("GET", "/model").json();
  EXPECT_EQ(after["samples"], before["samples"]);
  EXPECT_EQ(after["nodes"], before["nodes"]);
  EXPECT_EQ(after["queries"], before["queries"]);
  EXPECT_EQ(call("GET", path(labelled)).json()["label"], "cat");
  EXPECT_EQ(call("POST", path(open, "/label"), R"({"label":"dog"})").status, 200U);
}

TEST_F(ServerTest, RefusesStrangers) {
  start();
  EXPECT_EQ(call("GET", "/model", "", {.host = "evil.example"}).status, 403U);
  EXPECT_EQ(call("GET", "/model", "", {.origin = "http://evil.example"}).status, 403U);
  EXPECT_EQ(call("GET", "/model", "", {.origin = "null"}).status, 403U);
  const std::string own = "http://127.0.0.1:" + std::to_string(server_->port());
  EXPECT_EQ(call("GET", "/model", "", {.origin = own}).status, 200U);
  EXPECT_EQ(call("POST", "/predict", "{}", {.type = "text/plain"}).status, 415U);
}

TEST_F(ServerTest, AsksForItsToken) {
  options_.token = "a secret of some length";
  start();
  EXPECT_EQ(call("GET", "/model").status, 401U);
  EXPECT_EQ(call("GET", "/model", "", {.token = "a secret of some lengtX"}).status, 401U);
  EXPECT_EQ(call("GET", "/model", "", {.token = "a secret of some length"}).status, 200U);
  EXPECT_EQ(call("GET", "/health").status, 200U);
}

TEST_F(ServerTest, NeedsATokenWhereOthersCanReachIt) {
  ServeOptions options;
  options.address = "0.0.0.0";
  options.port = 0;
  options.folder = folder_.path();
  EXPECT_THROW(Server(options, Session(), log_), Error);
}

TEST_F(ServerTest, AnswersRubbishWithFourHundreds) {
  start();
  for (const char* body :
       {"", "{", "[1]", "null", R"({"values":"x"})", R"({"values":[]})", R"({"values":[1e999]})",
        R"({"values":[null]})", R"x({"values":[0.5,0.5],"show":{"link":"javascript:alert(1)"}})x",
        R"({"values":[0.5,0.5],"show":{"picture":"data:text/html,x"}})"}) {
    const Reply reply = call("POST", "/samples", body);
    EXPECT_EQ(reply.status, 400U) << body;
    EXPECT_FALSE(reply.json()["detail"].get<std::string>().empty());
  }
  EXPECT_EQ(call("GET", "/nothing").status, 404U);
  EXPECT_EQ(call("GET", "/queries/x").status, 404U);
  EXPECT_EQ(call("GET", "/queries/1x").status, 404U);
  EXPECT_EQ(call("GET", "/queries?limit=x").status, 400U);
  EXPECT_EQ(call("DELETE", "/model").status, 405U);
  const QueryId id = ask();
  EXPECT_EQ(call("POST", path(id, "/label"), R"({"label":""})").status, 400U);
  EXPECT_EQ(call("POST", path(id, "/label"), R"({"label":"a\u0007b"})").status, 400U);
  EXPECT_EQ(call("POST", path(id, "/label"), Json{{"label", std::string(201, 'x')}}.dump()).status,
            400U);
  EXPECT_EQ(raw("rubbish\r\n\r\n").substr(0, 12), "HTTP/1.1 400");
  EXPECT_EQ(
      raw("GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(9000, 'x') + "\r\n\r\n").substr(0, 12),
      "HTTP/1.1 431");
  EXPECT_EQ(raw("POST /samples HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                "application/json\r\nContent-Length: 99999999\r\n\r\n")
                .substr(0, 12),
            "HTTP/1.1 413");
  EXPECT_EQ(call("GET", "/health").status, 200U);
}

TEST_F(ServerTest, DescribesEveryErrorAsAProblem) {
  start();
  const auto problem = [&](const std::string& method, const std::string& target,
                           const std::string& body = "", const Headers& headers = {}) {
    const Reply reply = call(method, target, body, headers);
    EXPECT_EQ(reply.type, "application/problem+json") << target;
    EXPECT_EQ(reply.json()["type"], "about:blank");
    EXPECT_EQ(reply.json()["status"], reply.status);
    return std::pair(reply.json()["title"].get<std::string>(),
                     reply.json()["detail"].get<std::string>());
  };
  using Told = std::pair<std::string, std::string>;
  EXPECT_EQ(problem("GET", "/nothing?x=1"), Told("not found", "no such path: /nothing"));
  EXPECT_EQ(problem("GET", "/\xff"), Told("not found", R"(no such path: /\xff)"));
  EXPECT_EQ(problem("POST", "/queries/1"),
            Told("method not allowed", "method not allowed, use GET, HEAD, PUT, DELETE"));
  EXPECT_EQ(problem("POST", "/demo", "{}"), Told("not found", "this server runs without --demo"));
  EXPECT_EQ(problem("GET", "/model", "", {.origin = "http://evil.example"}),
            Told("forbidden", "requests from other sites are not allowed"));
  EXPECT_EQ(problem("POST", "/queries/next", "{}", {.type = "text/plain"}),
            Told("unsupported media type", "Content-Type: application/json is needed"));
  const QueryId id = ask();
  call("POST", path(id, "/skip"));
  EXPECT_EQ(problem("POST", path(id, "/label"), R"({"label":"cat"})").first, "conflict");
  const std::string long_header = "GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(9000, 'x');
  EXPECT_NE(raw(long_header + "\r\n\r\n").find("request header fields too large"),
            std::string::npos);
  const tests::FullDisk full;
  EXPECT_EQ(problem("POST", "/snapshot").first, "out of space");
}

TEST_F(ServerTest, TellsListenersWhatHappens) {
  start();
  Listener listener(server_->port());
  listener.wait_for("event: model\n");
  const QueryId id = ask();
  listener.wait_for("event: query\ndata: {\"id\":" + std::to_string(id) + "}\n\n");
  call("POST", path(id, "/label"), R"({"label":"<b>cat</b>"})");
  listener.wait_for("event: answer\ndata: {\"id\":" + std::to_string(id) +
                    ",\"label\":\"<b>cat</b>\",\"state\":\"labelled\"}\n\n");
}

TEST_F(ServerTest, TellsListenersThatAQuestionHasExpired) {
  constexpr std::size_t kLedger = 65536;
  constexpr std::size_t kBatch = 4096;
  session_.budget = {1, 1};
  start();
  for (std::size_t asked = 0; asked < kLedger; asked += kBatch) {
    ASSERT_EQ(call("POST", "/samples", samples(kBatch).dump()).status, 200U);
  }
  Listener listener(server_->port());
  listener.wait_for("event: model\n");
  EXPECT_EQ(call("GET", path(1)).json()["state"], "open");
  ask();
  listener.wait_for("event: answer\ndata: {\"id\":1,\"label\":null,\"state\":\"expired\"}\n\n");
  EXPECT_EQ(call("GET", path(1)).status, 404U);
  EXPECT_EQ(call("POST", path(1, "/label"), R"({"label":"cat"})").status, 409U);
  EXPECT_EQ(call("GET", "/model").json()["queries"]["open"], kLedger);
  EXPECT_EQ(call("GET", "/model").json()["queries"]["expired"], 1);
}

TEST_F(ServerTest, DrawsTheGraph) {
  start();
  call("POST", "/samples", samples(200).dump());
  const Json graph = call("GET", "/graph").json();
  ASSERT_GT(graph["nodes"].size(), 10U);
  for (const Json& node : graph["nodes"]) {
    EXPECT_GE(node[0].get<double>(), 0);
    EXPECT_LE(node[1].get<double>(), 1);
    EXPECT_EQ(node[3], -1);
  }
  for (const Json& edge : graph["edges"]) EXPECT_LT(edge[0], graph["nodes"].size());
}

TEST_F(ServerTest, WritesASnapshotWhenAsked) {
  start();
  ask();
  const Json first = call("POST", "/snapshot").json();
  EXPECT_EQ(call("POST", "/snapshot").json()["generation"], first["generation"].get<int>() + 1);
}

TEST_F(ServerTest, SaysWhereItStands) {
  start();
  Json model = call("GET", "/model").json();
  EXPECT_EQ(model["budget"],
            (Json{{"questions", 1}, {"period", 10}, {"left", 1}, {"position", 0}}));
  EXPECT_EQ(model["version"].get<std::string>().substr(0, 2), "0.");
  EXPECT_FALSE(model.contains("demo"));
  EXPECT_EQ(call("POST", "/demo", R"({"answers_itself":true})").status, 404U);
  const QueryId id = ask();
  model = call("GET", "/model").json();
  EXPECT_EQ(model["budget"]["left"], 0);
  EXPECT_EQ(model["budget"]["position"], model["samples"]);
  call("POST", path(id, "/label"), R"({"label":"cat"})");
  EXPECT_EQ(call("GET", "/model").json()["queries"]["withdrawn"], 0);
  call("DELETE", path(id));
  EXPECT_EQ(call("GET", "/model").json()["queries"]["withdrawn"], 1);
}

TEST_F(ServerTest, ChangesNothingWhenTheSameIsSaidAgain) {
  start();
  const QueryId skipped = ask();
  const QueryId id = ask();
  for (int i = 0; i < 2; ++i) {
    const Reply reply = call("POST", path(skipped, "/skip"));
    EXPECT_EQ(reply.status, 200U);
    EXPECT_EQ(reply.json()["state"], "skipped");
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(call("POST", path(id, "/label"), R"({"label":"cat"})").status, 200U);
  }
  for (int i = 0; i < 2; ++i) EXPECT_EQ(call("DELETE", path(id)).json()["state"], "withdrawn");
  const Json queries = call("GET", "/model").json()["queries"];
  EXPECT_EQ(queries["skipped"], 1);
  EXPECT_EQ(queries["labelled"], 0);
  EXPECT_EQ(queries["withdrawn"], 1);
}

TEST_F(ServerTest, LabelsAWithdrawnQuestionAgain) {
  start();
  const QueryId id = ask();
  call("POST", path(id, "/label"), R"({"label":"cat"})");
  call("DELETE", path(id));
  const Reply again = call("PUT", path(id), R"({"label":"dog"})");
  EXPECT_EQ(again.status, 200U);
  EXPECT_EQ(again.json()["state"], "labelled");
  EXPECT_EQ(again.json()["label"], "dog");
  EXPECT_EQ(call("GET", "/model").json()["queries"]["withdrawn"], 0);
}

TEST_F(ServerTest, CountsNoAnswerThatWasRefused) {
  start();
  const QueryId id = ask();
  call("POST", path(id, "/skip"));
  EXPECT_EQ(call("POST", path(id, "/label"), R"({"label":"cat"})").status, 409U);
  EXPECT_EQ(call("GET", "/model").json()["answers"]["counted"], 0);
}

TEST_F(ServerTest, ShowsNoOtherSampleThanTheOneInQuestion) {
  session_.strategy = StrategyKind::kMemory;
  session_.budget = {2, 10};
  start();
  for (int i = 0; i < 50; ++i) {
    const Json body = {{"values", {random_.uniform(), random_.uniform()}},
                       {"show", {{"text", "sample " + std::to_string(i)}}}};
    ASSERT_EQ(call("POST", "/samples", body.dump()).status, 200U);
  }
  const Json queries = call("GET", "/queries").json()["queries"];
  ASSERT_EQ(queries.size(), 10U);
  std::size_t earlier = 0;
  for (const Json& query : queries) {
    EXPECT_EQ(query["show"]["text"], "sample " + query["time"].dump());
    earlier += query["time"] == query["asked"] ? 0 : 1;
  }
  EXPECT_GT(earlier, 0U);
}

TEST_F(ServerTest, ItsDemoAnswersItselfWhenToldTo) {
  demo_ = [this](Sample& sample, std::string& picture) {
    sample.values = {random_.uniform(), random_.uniform()};
    sample.label = "shirt";
    picture = "data:image/bmp;base64,Qk0=";
    return true;
  };
  session_.budget = {1, 1};
  start();
  EXPECT_EQ(call("GET", "/model").json()["demo"]["answers_itself"], false);
  Listener listener(server_->port());
  listener.wait_for("event: query\n");
  EXPECT_EQ(call("GET", path(1)).json()["show"]["picture"], "data:image/bmp;base64,Qk0=");
  EXPECT_EQ(call("POST", "/demo", R"({"answers_itself":1})").status, 400U);
  const Json on = {{"answers_itself", true}};
  EXPECT_EQ(call("POST", "/demo", on.dump()).json(), on);
  listener.wait_for(R"("label":"shirt","state":"labelled"})");
  EXPECT_EQ(call("GET", "/model").json()["demo"], on);
  EXPECT_EQ(call("POST", "/demo", R"({"answers_itself":false})").json()["answers_itself"], false);
}

TEST_F(ServerTest, SaysWhenTheDiskIsFullAndGoesOnWhenItIsNot) {
  start();
  const QueryId id = ask();
  call("POST", "/snapshot");
  const Json before = call("GET", "/model").json();
  {
    const tests::FullDisk full;
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(call("POST", path(id, "/label"), R"({"label":"cat"})").status, 507U);
    }
    const Reply health = call("GET", "/health");
    EXPECT_EQ(health.status, 503U);
    EXPECT_EQ(health.json()["status"], "DOWN");
    EXPECT_EQ(call("POST", "/samples", R"({"values":[0.1,0.1]})").status, 507U);
    EXPECT_EQ(call("POST", "/snapshot").status, 507U);
    const std::string metrics = call("GET", "/metrics").body;
    EXPECT_NE(metrics.find("\nmpart_state_writable 0\n"), std::string::npos);
    EXPECT_EQ(metrics.find("\nmpart_state_write_failures_total 0\n"), std::string::npos);
    EXPECT_EQ(call("GET", "/model").json(), before);
  }
  for (int i = 0; i < 100 && call("GET", "/health").status != 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(call("POST", path(id, "/label"), R"({"label":"cat"})").status, 200U);
}

TEST_F(ServerTest, AnAnswerHasEveryHeaderOnce) {
  start();
  const std::string close = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  const auto times = [](const std::string& text, const std::string& part) {
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
  };
  for (const char* path : {"/", "/model", "/nothing"}) {
    const std::string answer = raw("GET " + std::string(path) + close);
    for (const char* name : {"Cache-Control: ", "Content-Type: ", "Content-Length: "}) {
      EXPECT_EQ(times(answer, name), 1) << answer;
    }
    EXPECT_EQ(times(answer, "Connection: close"), 1) << answer;
  }
  EXPECT_EQ(times(raw("GET /" + close), "Cache-Control: no-cache"), 1);
  const std::string head = raw("HEAD /model" + close);
  EXPECT_EQ(head.substr(head.size() - 4), "\r\n\r\n") << head;
}

// Two requests in one packet, one request in many, a body in chunks.
TEST_F(ServerTest, RequestsMayComeInAnyPieces) {
  start();
  const std::string two =
      raw("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
          "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_NE(two.find("UP"), two.rfind("UP")) << two;
  const std::string chunks =
      raw("POST /samples HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
          "a\r\n{\"values\":\r\n9\r\n[0.1,0.2]\r\n1\r\n}\r\n0\r\n\r\n");
  EXPECT_NE(chunks.find("\"time\":0"), chunks.npos) << chunks;
}

}  // namespace
}  // namespace mpart::serve
