// HTTP as clients expect it, and as hostile ones do not.
#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <future>

#include "mpart/error.hpp"
#include "serve/server_fixture.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

class HttpTest : public ServerTest {
 protected:
  // A request with these header lines and this body, on a connection of its own.
  std::string ask_raw(const std::string& first, const std::string& headers = "",
                      const std::string& body = "") {
    return raw(first + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n" +
               body);
  }

  std::string post_raw(const std::string& path, const std::string& body,
                       const std::string& headers = "",
                       const std::string& type = "application/json") {
    return ask_raw("POST " + path,
                   "Content-Type: " + type + "\r\nContent-Length: " + std::to_string(body.size()) +
                       "\r\n" + headers,
                   body);
  }

  void start_with_token() {
    options_.token = "a secret of some length";
    start();
  }

  static std::string status(const std::string& answer) { return answer.substr(9, 3); }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
  static std::string body_of(const std::string& answer) {
    return answer.substr(answer.find("\r\n\r\n") + 4);
  }
};

constexpr const char* kBearer = "Authorization: Bearer a secret of some length\r\n";

TEST_F(HttpTest, AWrongTokenIs401AndSaysWhatIsWanted) {
  start_with_token();
  for (const char* token : {"", "Authorization: Bearer wrong\r\n", "Authorization: rubbish\r\n"}) {
    const std::string answer = ask_raw("GET /v1/model", token);
    EXPECT_EQ(status(answer), "401");
    EXPECT_TRUE(has(answer, "WWW-Authenticate: Bearer realm=\"mpart\"")) << answer;
  }
  EXPECT_EQ(status(ask_raw("GET /v1/model", kBearer)), "200");
}

TEST_F(HttpTest, ManyWrongTokensAreThrottledAndTheRightOneIsNot) {
  start_with_token();
  int refused = 0, throttled = 0;
  for (int i = 0; i < 50; ++i) {
    const std::string answer = ask_raw("GET /v1/model", "Authorization: Bearer wrong\r\n");
    refused += status(answer) == "401" ? 1 : 0;
    throttled += status(answer) == "429" && has(answer, "Retry-After: ") ? 1 : 0;
  }
  EXPECT_EQ(refused + throttled, 50);
  EXPECT_LE(refused, 20);
  EXPECT_EQ(status(ask_raw("GET /v1/model", kBearer)), "200");
}

// The body never comes: whoever waited for it would wait for ever.
TEST_F(HttpTest, TheHeaderIsJudgedBeforeTheBodyIsRead) {
  start_with_token();
  const std::string announced = "Content-Type: application/json\r\nContent-Length: 15000000\r\n";
  EXPECT_EQ(status(ask_raw("POST /v1/samples", announced)), "401");
  EXPECT_EQ(status(ask_raw("POST /v1/queries/next", announced + kBearer)), "413");
  EXPECT_EQ(status(ask_raw("POST /v1/samples", announced + kBearer + "Origin: http://evil\r\n")),
            "403");
  EXPECT_EQ(status(ask_raw("POST /v1/samples", "Content-Type: text/plain\r\nContent-Length: 9\r\n" +
                                                   std::string(kBearer))),
            "415");
  EXPECT_EQ(status(ask_raw("POST /v1/samples", announced + kBearer + "Content-Encoding: gzip\r\n")),
            "415");
}

TEST_F(HttpTest, ChunkExtensionsAndTrailersHaveAnEnd) {
  start();
  const std::string chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
  const std::string long_text(100000, 'x');
  EXPECT_EQ(status(ask_raw("POST /v1/samples", chunked, "5;a=" + long_text)), "400");
  EXPECT_EQ(status(ask_raw("POST /v1/samples", chunked, "2\r\n{}\r\n0\r\nA: " + long_text)), "400");
  EXPECT_EQ(status(ask_raw("GET /v1/model", "A: " + long_text + "\r\n")), "431");
}

TEST_F(HttpTest, WhatTwoReadersCouldReadInTwoWaysIsRefused) {
  start();
  const std::string json = "Content-Type: application/json\r\n";
  EXPECT_EQ(status(raw("GET /v1/model HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n")), "400");
  EXPECT_EQ(status(raw("GET /v1/model HTTP/1.1\r\n\r\n")), "400");
  EXPECT_EQ(status(ask_raw("POST /v1/samples",
                           json + "Content-Length: 4\r\nTransfer-Encoding: "
                                  "chunked\r\n",
                           "0\r\n\r\n")),
            "400");
  EXPECT_EQ(status(ask_raw("POST /v1/samples", json + "Content-Length: 4\r\nContent-Length: 5\r\n",
                           "12345")),
            "400");
  for (const char* coding : {"gzip", "identity, chunked", "chunked, chunked"}) {
    const std::string header = json + "Transfer-Encoding: " + coding + "\r\n";
    EXPECT_EQ(status(ask_raw("POST /v1/samples", header, "0\r\n\r\n")), "400") << coding;
  }
  EXPECT_EQ(status(ask_raw("GET http://localhost/v1/model")), "200");
  EXPECT_EQ(status(ask_raw("GET http://evil/v1/model")), "400");
  EXPECT_EQ(status(ask_raw("GET model")), "400");
}

TEST_F(HttpTest, HeadIsGetWithoutTheBody) {
  start();
  for (const char* path : {"/", "/health", "/v1/model", "/v1/graph", "/v1/events"}) {
    const std::string answer = ask_raw("HEAD " + std::string(path));
    EXPECT_EQ(status(answer), "200") << path;
    EXPECT_TRUE(body_of(answer).empty()) << answer;
  }
  EXPECT_TRUE(has(ask_raw("DELETE /v1/model"), "Allow: GET, HEAD\r\n"));
}

TEST_F(HttpTest, SaysContinueToWhoeverWaitsForIt) {
  start();
  boost::asio::io_context context;
  boost::asio::ip::tcp::socket socket(context);
  socket.connect({boost::asio::ip::make_address("127.0.0.1"), server_->port()});
  const auto write = [&](const std::string& text) {
    boost::asio::write(socket, boost::asio::buffer(text));
  };
  write(
      "POST /v1/samples HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 20\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n");
  std::string heard;
  boost::asio::read_until(socket, boost::asio::dynamic_buffer(heard), "\r\n\r\n");
  EXPECT_EQ(heard, "HTTP/1.1 100 Continue\r\n\r\n");
  write(R"({"values":[0.1,0.2]})");
  boost::system::error_code end;
  boost::asio::read(socket, boost::asio::dynamic_buffer(heard), end);
  EXPECT_TRUE(has(heard, "\"time\":0")) << heard;
  EXPECT_EQ(status(post_raw("/v1/samples", "{}", "Expect: cake\r\n")), "417");
}

TEST_F(HttpTest, EveryAnswerHasTheIdOfItsRequest) {
  start();
  EXPECT_TRUE(has(ask_raw("GET /health", "X-Request-Id: mine-7.b\r\n"), "X-Request-Id: mine-7.b"));
  const std::string answer = ask_raw("GET /v1/nothing", "X-Request-Id: <script>\r\n");
  EXPECT_FALSE(has(answer, "<script>")) << answer;
  const Json problem = Json::parse(body_of(answer));
  EXPECT_EQ(problem["code"], "not_found");
  EXPECT_TRUE(has(answer, "X-Request-Id: " + problem["request_id"].get<std::string>()));
}

TEST_F(HttpTest, OldPathsAreDeprecated) {
  start();
  EXPECT_TRUE(has(ask_raw("GET /model"), "Deprecation: true"));
  EXPECT_FALSE(has(ask_raw("GET /v1/model"), "Deprecation"));
  EXPECT_FALSE(has(ask_raw("GET /health"), "Deprecation"));
  EXPECT_EQ(status(ask_raw("GET /v1/health")), "404");
}

TEST_F(HttpTest, KnowsItselfByEveryAddressAndTellsBrowsersInWords) {
  options_.address = "127.0.0.2";
  start();
  const auto call_as = [&](const std::string& host, const std::string& path,
                           const std::string& headers) {
    boost::asio::io_context context;
    boost::asio::ip::tcp::socket socket(context);
    socket.connect({boost::asio::ip::make_address("127.0.0.2"), server_->port()});
    boost::asio::write(socket, boost::asio::buffer("GET " + path + " HTTP/1.1\r\nHost: " + host +
                                                   "\r\nConnection: close\r\n" + headers + "\r\n"));
    std::string answer;
    boost::system::error_code end;
    boost::asio::read(socket, boost::asio::dynamic_buffer(answer), end);
    return answer;
  };
  const std::string port = ":" + std::to_string(server_->port());
  EXPECT_EQ(status(call_as("127.0.0.2" + port, "/v1/model", "")), "200");
  EXPECT_EQ(status(call_as("[::1]" + port, "/v1/model", "")), "200");
  EXPECT_EQ(status(call_as("probe.example", "/health", "")), "200");
  EXPECT_EQ(status(call_as("1.2.3.4.evil.example", "/v1/model", "")), "403");
  const std::string page = call_as("desk.example" + port, "/", "Accept: text/html,*/*\r\n");
  EXPECT_EQ(status(page), "403");
  EXPECT_TRUE(has(page, "Content-Type: text/html")) << page;
  EXPECT_TRUE(has(page, "--host desk.example<")) << page;
}

TEST_F(HttpTest, ATokenMakesEveryHostNameGoodUnlessNamesAreGiven) {
  start_with_token();
  EXPECT_EQ(call("GET", "/v1/model", "", {.host = "desk.example", .token = options_.token}).status,
            200U);
  stop();
  options_.hosts = {"other.example"};
  start();
  EXPECT_EQ(call("GET", "/v1/model", "", {.host = "desk.example", .token = options_.token}).status,
            403U);
}

TEST_F(HttpTest, WhatHasNotChangedIsNotSentAgain) {
  start();
  const std::string first = ask_raw("GET /openapi.json");
  const std::size_t at = first.find("ETag: ") + 6;
  const std::string etag = first.substr(at, first.find('\r', at) - at);
  const std::string again = ask_raw("GET /openapi.json", "If-None-Match: " + etag + "\r\n");
  EXPECT_EQ(status(again), "304");
  EXPECT_TRUE(body_of(again).empty());
  EXPECT_EQ(status(ask_raw("GET /openapi.json", "If-None-Match: \"other\"\r\n")), "200");
  const std::string small = ask_raw("GET /openapi.json", "Accept-Encoding: gzip\r\n");
  EXPECT_TRUE(has(small, "Content-Encoding: gzip"));
  EXPECT_EQ(body_of(small).substr(0, 2), "\x1f\x8b");
  EXPECT_LT(small.size(), first.size() / 3);
}

TEST_F(HttpTest, LinesAreAnsweredOneByOne) {
  start();
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "{\"values\":[0.1,0.2]}\n";
  lines += "\nrubbish\n{\"values\":[0.1]}\n{\"values\":[0.3,0.2]}";
  const std::string answer = post_raw("/v1/samples", lines, "", "application/x-ndjson");
  EXPECT_EQ(status(answer), "200");
  EXPECT_TRUE(has(answer, "Content-Type: application/x-ndjson"));
  EXPECT_TRUE(has(answer, "\"time\":999,"));
  EXPECT_TRUE(has(answer, "\"detail\":\"line 1002: not JSON"));
  EXPECT_TRUE(has(answer, "\"detail\":\"line 1003: 2 values expected, 1 found\""));
  EXPECT_TRUE(has(answer, "\"time\":1000,"));
  EXPECT_EQ(call("GET", "/v1/model").json()["samples"], 1001);
  EXPECT_EQ(status(post_raw("/v1/predict", lines, "", "application/x-ndjson")), "200");
  EXPECT_EQ(call("GET", "/v1/model").json()["samples"], 1001);
  EXPECT_EQ(status(post_raw("/v1/queries/next", lines, "", "application/x-ndjson")), "415");
}

TEST_F(HttpTest, AStopAnswersWhatIsUnderWay) {
  start();
  boost::asio::io_context context;
  boost::asio::ip::tcp::socket begun(context), idle(context);
  for (auto* socket : {&begun, &idle}) {
    socket->connect({boost::asio::ip::make_address("127.0.0.1"), server_->port()});
  }
  const std::string half =
      "POST /v1/samples HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 20\r\n\r\n{\"values\":";
  boost::asio::write(begun, boost::asio::buffer(half));
  call("GET", "/health");  // it has read the other one by now
  auto stopped = std::async([&] { stop(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  boost::asio::write(idle, boost::asio::buffer("GET /health HTTP/1.1\r\nHost: x\r\n\r\n"));
  boost::asio::write(begun, boost::asio::buffer("[0.1,0.2]}", 10));
  const auto heard = [](auto& socket) {
    std::string text;
    boost::system::error_code end;
    boost::asio::read(socket, boost::asio::dynamic_buffer(text), end);
    return text;
  };
  const std::string answer = heard(begun);
  EXPECT_TRUE(has(answer, "\"time\":0")) << answer;
  EXPECT_TRUE(has(answer, "Connection: close")) << answer;
  const std::string refused = heard(idle);
  EXPECT_EQ(status(refused), "503") << refused;
  EXPECT_TRUE(has(refused, "Retry-After: ")) << refused;
  stopped.get();
  start();
  EXPECT_EQ(call("GET", "/v1/model").json()["samples"], 1);
}

TEST_F(HttpTest, SpeaksTls) {
  const std::string data = MPART_TEST_DATA;
  options_.tls = {data + "/certificate.pem", data + "/key.pem"};
  start();
  boost::asio::io_context context;
  boost::asio::ssl::context tls(boost::asio::ssl::context::tls_client);
  tls.load_verify_file(data + "/certificate.pem");
  boost::asio::ssl::stream<boost::asio::ip::tcp::socket> stream(context, tls);
  stream.set_verify_mode(boost::asio::ssl::verify_peer);
  stream.next_layer().connect({boost::asio::ip::make_address("127.0.0.1"), server_->port()});
  stream.handshake(boost::asio::ssl::stream_base::client);
  const std::string body = R"({"values":[0.1,0.2]})";
  const std::string request =
      "POST /v1/samples HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
      "Content-Length: 20\r\n";
  boost::asio::write(stream, boost::asio::buffer(request + "\r\n" + body + request +
                                                 "Connection: close\r\n\r\n" + body));
  std::string answers;
  boost::system::error_code end;
  boost::asio::read(stream, boost::asio::dynamic_buffer(answers), end);
  EXPECT_TRUE(has(answers, "\"time\":0")) << answers;
  EXPECT_TRUE(has(answers, "\"time\":1")) << answers;
  EXPECT_EQ(raw("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").find("HTTP"), std::string::npos);
}

TEST_F(HttpTest, ACertificateThatIsNoneIsNamed) {
  options_.tls = {MPART_TEST_DATA "/key.pem", MPART_TEST_DATA "/key.pem"};
  options_.folder = folder_.path() + "/state";
  options_.port = 0;
  try {
    Server(options_, Session(), log_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_TRUE(has(error.what(), "key.pem")) << error.what();
  }
}

// A client whose keys are empty would believe that its requests can be repeated.
TEST_F(HttpTest, AnEmptyIdempotencyKeyIsRefused) {
  start();
  EXPECT_EQ(status(post_raw("/v1/samples", R"({"values":[0.1,0.2]})", "Idempotency-Key:\r\n")),
            "400");
  EXPECT_EQ(call("GET", "/v1/model").json()["samples"], 0);
}

}  // namespace
}  // namespace mpart::serve
