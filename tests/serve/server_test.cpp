// The server as its clients see it.
#include "serve/server.hpp"

#include <gtest/gtest.h>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "mpart/error.hpp"
#include "temporary_folder.hpp"
#include "util/random.hpp"

namespace mpart::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Json = nlohmann::json;
using tests::TemporaryFolder;

struct Reply {
  unsigned status = 0;
  std::string body;
  Json json() const { return Json::parse(body); }
};

struct Headers {
  std::string host{}, origin{}, token{}, type = "application/json";
};

class ServerTest : public testing::Test {
 protected:
  ~ServerTest() override { stop(); }

  void start(std::string token = {}) {
    SessionOptions session;
    session.budget = {1, 10};
    ServeOptions options;
    options.port = 0;
    options.folder = folder_.path();
    options.token = std::move(token);
    server_ = std::make_unique<Server>(options, Session(session));
    thread_ = std::thread([this] { server_->run(); });
  }

  void stop() {
    if (!server_) return;
    server_->stop();
    thread_.join();
    server_.reset();
  }

  std::string raw(const std::string& bytes) {
    asio::io_context context;
    asio::ip::tcp::socket socket(context);
    socket.connect({asio::ip::make_address("127.0.0.1"), server_->port()});
    asio::write(socket, asio::buffer(bytes));
    std::string answer;
    boost::system::error_code ended;
    asio::read(socket, asio::dynamic_buffer(answer), ended);
    return answer;
  }

  Reply call(const std::string& method, const std::string& target, const std::string& body = "",
             const Headers& headers = {}) {
    asio::io_context context;
    boost::beast::tcp_stream stream(context);
    stream.connect(asio::ip::tcp::endpoint(asio::ip::make_address("127.0.0.1"), server_->port()));
    http::request<http::string_body> request(http::string_to_verb(method), target, 11);
    const std::string own = "127.0.0.1:" + std::to_string(server_->port());
    request.set(http::field::host, headers.host.empty() ? own : headers.host);
    if (!headers.origin.empty()) request.set(http::field::origin, headers.origin);
    if (!headers.token.empty()) {
      request.set(http::field::authorization, "Bearer " + headers.token);
    }
    if (!body.empty()) request.set(http::field::content_type, headers.type);
    request.body() = body;
    request.prepare_payload();
    http::write(stream, request);
    boost::beast::flat_buffer buffer;
    http::response<http::string_body> response;
    http::read(stream, buffer, response);
    return {response.result_int(), response.body()};
  }

  // Samples until there is a question.
  QueryId ask() {
    while (true) {
      const Json body = {{"values", {random_.uniform(), random_.uniform()}},
                         {"id", "img"},
                         {"show", {{"text", "a text to see"}}}};
      const Reply reply = call("POST", "/samples", body.dump());
      EXPECT_EQ(reply.status, 200U) << reply.body;
      if (!reply.json()["queries"].empty()) return reply.json()["queries"][0].get<QueryId>();
    }
  }

  std::string path(QueryId id, const std::string& verb = "") {
    return "/queries/" + std::to_string(id) + verb;
  }

  TemporaryFolder folder_;
  Random random_{1};
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

TEST_F(ServerTest, AsksLearnsCorrectsAndForgets) {
  start();
  const QueryId id = ask();
  Json query = call("GET", path(id)).json();
  EXPECT_EQ(query["state"], "open");
  EXPECT_EQ(query["sample"], "img");
  EXPECT_EQ(query["show"]["text"], "a text to see");
  EXPECT_TRUE(query["guess"].is_null());
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
  EXPECT_TRUE(one.contains("label"));
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
  EXPECT_EQ(refused.json()["error"], "sample 57: 2 values expected, 1 found");
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
  start("a secret of some length");
  EXPECT_EQ(call("GET", "/model").status, 401U);
  EXPECT_EQ(call("GET", "/model", "", {.token = "a secret of some lengtX"}).status, 403U);
  EXPECT_EQ(call("GET", "/model", "", {.token = "a secret of some length"}).status, 200U);
  EXPECT_EQ(call("GET", "/health").status, 200U);
}

TEST_F(ServerTest, NeedsATokenWhereOthersCanReachIt) {
  ServeOptions options;
  options.address = "0.0.0.0";
  options.port = 0;
  options.folder = folder_.path();
  EXPECT_THROW(Server(options, Session()), Error);
}

TEST_F(ServerTest, AnswersRubbishWithFourHundreds) {
  start();
  for (const char* body :
       {"", "{", "[1]", "null", R"({"values":"x"})", R"({"values":[]})", R"({"values":[1e999]})",
        R"({"values":[null]})", R"x({"values":[0.5,0.5],"show":{"link":"javascript:alert(1)"}})x",
        R"({"values":[0.5,0.5],"show":{"picture":"data:text/html,x"}})"}) {
    const Reply reply = call("POST", "/samples", body);
    EXPECT_EQ(reply.status, 400U) << body;
    EXPECT_FALSE(reply.json()["error"].get<std::string>().empty());
  }
  EXPECT_EQ(call("GET", "/nothing").status, 404U);
  EXPECT_EQ(call("GET", "/queries/x").status, 404U);
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
  EXPECT_EQ(
      raw("POST /samples HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n").substr(0, 12),
      "HTTP/1.1 413");
  EXPECT_EQ(call("GET", "/health").status, 200U);
}

TEST_F(ServerTest, TellsListenersWhatHappens) {
  start();
  asio::io_context context;
  asio::ip::tcp::socket socket(context);
  socket.connect({asio::ip::make_address("127.0.0.1"), server_->port()});
  asio::write(socket, asio::buffer(std::string("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")));
  std::string heard;
  const auto wait_for = [&](const std::string& text) {
    while (heard.find(text) == std::string::npos) {
      char some[4096];
      heard.append(some, socket.read_some(asio::buffer(some)));
    }
  };
  wait_for("event: model\n");
  const QueryId id = ask();
  wait_for("event: query\ndata: {\"id\":" + std::to_string(id) + "}\n\n");
  call("POST", path(id, "/label"), R"({"label":"<b>cat</b>"})");
  wait_for("event: answer\ndata: {\"id\":" + std::to_string(id) +
           ",\"label\":\"<b>cat</b>\",\"state\":\"labelled\"}\n\n");
}

TEST_F(ServerTest, DrawsTheGraph) {
  start();
  Json samples = Json::array();
  for (int i = 0; i < 200; ++i) {
    samples.push_back({{"values", {random_.uniform(), random_.uniform()}}});
  }
  call("POST", "/samples", samples.dump());
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

}  // namespace
}  // namespace mpart::serve
