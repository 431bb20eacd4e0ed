// docs/openapi.json describes the server that is built.
#include <algorithm>
#include <set>

#include "full_disk.hpp"
#include "serve/api.hpp"
#include "serve/schema_check.hpp"
#include "serve/server_fixture.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string with_id(const std::string& pattern) {
  constexpr std::string_view kId = "{id}";
  const std::size_t at = pattern.find(kId);
  if (at == std::string::npos) return pattern;
  return pattern.substr(0, at) + '1' + pattern.substr(at + kId.size());
}

constexpr std::string_view kVersion = "/v1";

class OpenapiTest : public ServerTest {
 protected:
  void begin() {
    start();
    document_ = call("GET", "/openapi.json", "", {.token = options_.token}).json();
  }

  // "GET /v1/model", as Api::routes() has them.
  std::set<std::string> operations() const {
    std::set<std::string> all;
    for (const auto& [path, item] : document_["paths"].items()) {
      for (const auto& [method, operation] : item.items()) {
        if (method != "parameters") all.insert(upper(method) + ' ' + path);
      }
    }
    return all;
  }

  // Where the pattern is: below /v1 or not.
  std::string full(const std::string& pattern) const {
    const std::string versioned = std::string(kVersion) + pattern;
    return document_.at("paths").contains(versioned) ? versioned : pattern;
  }

  const Json& operation(const std::string& method, const std::string& pattern) const {
    return document_.at("paths").at(full(pattern)).at(lower(method));
  }

  // The target with the version that its pattern has in the file.
  std::string versioned(const std::string& pattern, const std::string& target) const {
    return full(pattern) == pattern ? target : std::string(kVersion) + target;
  }

  // Makes the call and holds the answer against the file.
  Reply checked(unsigned status, const std::string& method, const std::string& pattern,
                const std::string& target, const std::string& body = "",
                const Headers& headers = {}) {
    const std::string what = method + ' ' + target + ' ' + body;
    Reply reply = call(method, versioned(pattern, target), body, headers);
    EXPECT_EQ(reply.status, status) << what << '\n' << reply.body;
    expect_described(reply, operation(method, pattern), what);
    if (reply.status == 200 && !body.empty()) {
      const Json& request = operation(method, pattern).at("requestBody");
      EXPECT_EQ(SchemaCheck(document_).problem(Json::parse(body),
                                               request["content"]["application/json"]["schema"]),
                "")
          << what;
    }
    visited_.insert(method + ' ' + full(pattern) + ' ' + std::to_string(status));
    return reply;
  }

  void expect_described(const Reply& reply, const Json& operation, const std::string& what) {
    const SchemaCheck check(document_);
    const std::string status = std::to_string(reply.status);
    ASSERT_TRUE(operation["responses"].contains(status)) << what << ": " << status;
    const Json& response = check.resolved(operation["responses"][status]);
    if (!response.contains("content")) {
      EXPECT_EQ(reply.body, "") << what;
      return;
    }
    const std::string type = reply.type.substr(0, reply.type.find(';'));
    ASSERT_TRUE(response["content"].contains(type)) << what << ": " << type;
    if (!type.ends_with("json")) return;
    EXPECT_EQ(check.problem(reply.json(), response["content"][type]["schema"]), "") << what;
  }

  // Answers that need a network that fails, a slow client, many of them or a stranger are left out.
  void expect_all_visited() const {
    const std::set<std::string> hard = {"401", "403", "408", "413", "415", "417",
                                        "422", "429", "431", "500", "503"};
    const std::set<std::string> busy = {"POST /v1/samples 409", "POST /v1/answers 409",
                                        "POST /v1/budget 409"};
    for (const std::string& route : operations()) {
      const std::size_t space = route.find(' ');
      const Json& described = operation(route.substr(0, space), route.substr(space + 1));
      for (const auto& [status, response] : described["responses"].items()) {
        const std::string answer = std::string(route).append(" ").append(status);
        const bool bad_header = status == "400" && route.starts_with("GET ") &&
                                !route.starts_with("GET " + std::string(kVersion));
        EXPECT_TRUE(hard.contains(status) || busy.contains(answer) || bad_header ||
                    visited_.contains(answer))
            << answer;
      }
    }
  }

  Json document_;
  std::set<std::string> visited_;
};

TEST_F(OpenapiTest, HasEveryRouteAndNoOther) {
  begin();
  const std::vector<std::string> known = Api::routes();
  EXPECT_EQ(operations(), std::set<std::string>(known.begin(), known.end()));
  EXPECT_EQ(document_["info"]["version"], call("GET", "/model").json()["version"]);
}

TEST_F(OpenapiTest, NamesTheMethodsThatAreMeant) {
  begin();
  for (const auto& [path, item] : document_["paths"].items()) {
    const std::string target = with_id(path);
    std::set<std::string> meant;
    for (const auto& [method, operation] : item.items()) {
      if (method != "parameters") meant.insert(upper(method));
    }
    for (const char* method : {"GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"}) {
      if (meant.contains(method)) continue;
      const Reply reply = call(method, target);
      EXPECT_EQ(reply.status, 405U) << method << ' ' << path;
      for (const std::string& one : meant) {
        EXPECT_NE(reply.allow.find(one), std::string::npos) << path << ' ' << reply.allow;
      }
    }
  }
  EXPECT_EQ(call("GET", "/v1/samples/").status, 404U);
  EXPECT_EQ(call("GET", "/v1/queries/1/skip/").status, 404U);
}

TEST_F(OpenapiTest, SaysWhatIsAnsweredWithoutATokenOrToStrangers) {
  options_.token = "a secret of some length";
  begin();
  int wrong = 0;
  for (const std::string& route : operations()) {
    const std::size_t space = route.find(' ');
    const std::string method = route.substr(0, space);
    const std::string pattern = route.substr(space + 1);
    const std::string target = with_id(pattern);
    const bool open = operation(method, pattern).value("security", Json(1)) == Json::array();
    checked(open ? 200 : 401, method, pattern, target);
    constexpr int kPatience = 5;  // fewer than are answered by 429
    if (!open && wrong++ < kPatience) {
      checked(401, method, pattern, target, "", {.token = "wrong"});
    }
    if (operation(method, pattern)["responses"].contains("403")) {
      checked(403, method, pattern, target, "", {.origin = "http://evil.example"});
    }
    if (operation(method, pattern)["responses"].contains("415")) {
      checked(415, method, pattern, target, "{}", {.token = options_.token, .type = "text/plain"});
    }
  }
}

TEST_F(OpenapiTest, DescribesEveryAnswer) {
  demo_ = [](Sample& /*sample*/, std::string& /*picture*/) { return false; };
  begin();
  for (const std::string& route : operations()) {
    const std::size_t space = route.find(' ');
    const std::string method = route.substr(0, space);
    const std::string pattern = route.substr(space + 1);
    if (!pattern.starts_with(kVersion)) continue;
    checked(400, method, pattern, with_id(pattern) + "?colour=red");
  }
  for (const std::string own : {"/openapi.json", "/health", "/health/live", "/health/ready"}) {
    checked(200, "GET", own, own);
    checked(400, "GET", own, own + "?colour=red");
  }
  checked(400, "GET", "/metrics", "/metrics?colour=red");
  checked(200, "GET", "/metrics", "/metrics");
  checked(204, "POST", "/queries/next", "/queries/next", R"({"client":"a"})");
  checked(200, "GET", "/model", "/model");
  checked(200, "GET", "/graph", "/graph");
  checked(200, "POST", "/predict", "/predict", R"({"values":[0.5,0.5]})");
  checked(200, "POST", "/samples", "/samples", samples(20).dump());
  checked(200, "POST", "/samples", "/samples",
          R"({"values":[0.1,1.9],"id":"img","show":{"text":"a","link":"https://a.example"}})");
  checked(200, "POST", "/samples", "/samples",
          R"({"samples":[{"values":[0.1,1.9],"label":"cat"},{"values":[0.1,0.9],"id":7}]})");
  checked(200, "POST", "/predict", "/predict", R"({"values":[0.1,1.9]})");
  Json too_many = samples(4097);
  checked(400, "POST", "/samples", "/samples", too_many.dump());
  checked(400, "POST", "/predict", "/predict", too_many.dump());
  checked(400, "POST", "/samples", "/samples", R"({"values":[0.1]})");
  checked(400, "POST", "/predict", "/predict", R"({"values":[0.1]})");
  const std::string config = "<Choices name='a' toName='b'/>";
  const Json task = {{"id", 1}, {"data", {{"values", {0.1, 0.9}}}}};
  const Json tasks = {{"tasks", Json::array({task})}, {"label_config", config}};
  checked(200, "GET", "/label-studio", "/label-studio");
  checked(200, "GET", "/label-studio/health", "/label-studio/health");
  checked(200, "POST", "/label-studio/predict", "/label-studio/predict", tasks.dump());
  checked(400, "POST", "/label-studio/predict", "/label-studio/predict", "{}");
  for (const std::string root : {"", "/label-studio"}) {
    const std::string setup = root + "/setup";
    const std::string webhook = root + "/webhook";
    checked(200, "POST", setup, setup, Json{{"schema", config}}.dump());
    checked(400, "POST", setup, setup, "{}");
    checked(200, "GET", root + "/versions", root + "/versions");
    checked(200, "POST", webhook, webhook, R"({"action":"TASKS_CREATED"})");
    checked(201, "POST", webhook, webhook, R"({"action":"START_TRAINING"})");
    checked(400, "POST", webhook, webhook, R"({"action":"ANNOTATION_CREATED"})");
  }
  const QueryId skipped = ask();
  const QueryId id = ask();
  checked(200, "GET", "/queries", "/queries?state=open&limit=5");
  checked(200, "GET", "/queries", "/queries?limit=1&cursor=3&label=cat&sample=img");
  checked(400, "GET", "/queries", "/queries?state=lost");
  checked(200, "POST", "/queries/next", "/queries/next", R"({"client":"a","after":1})");
  checked(400, "POST", "/queries/next", "/queries/next", R"({})");
  checked(200, "GET", "/queries/{id}", path(id));
  checked(404, "GET", "/queries/{id}", path(999));
  checked(200, "POST", "/queries/{id}/skip", path(skipped, "/skip"));
  checked(404, "POST", "/queries/{id}/skip", path(999, "/skip"));
  const std::string cat = R"({"label":"cat"})";
  checked(200, "POST", "/queries/{id}/label", path(id, "/label"), cat);
  checked(409, "POST", "/queries/{id}/skip", path(id, "/skip"));
  checked(409, "POST", "/queries/{id}/label", path(skipped, "/label"), cat);
  checked(404, "POST", "/queries/{id}/label", path(999, "/label"), cat);
  checked(400, "POST", "/queries/{id}/label", path(id, "/label"), R"({"label":[7]})");
  checked(200, "PUT", "/queries/{id}/label", path(id, "/label"), R"({"label":"dog"})");
  checked(409, "PUT", "/queries/{id}/label", path(skipped, "/label"), cat);
  checked(404, "PUT", "/queries/{id}/label", path(999, "/label"), cat);
  checked(400, "PUT", "/queries/{id}/label", path(id, "/label"), "{}");
  const QueryId third = ask();
  const Json answers = {{{"id", third}, {"label", 7}},
                        {{"id", 999}, {"skip", true}},
                        {{"id", skipped}, {"label", "cat"}}};
  checked(200, "POST", "/answers", "/answers", answers.dump());
  checked(200, "POST", "/answers", "/answers", Json{{"answers", answers}}.dump());
  checked(400, "POST", "/answers", "/answers", "[]");
  checked(200, "GET", "/budget", "/budget");
  checked(200, "PUT", "/budget", "/budget", R"({"questions":2,"period":10})");
  checked(400, "PUT", "/budget", "/budget", R"({"questions":11,"period":10})");
  checked(200, "POST", "/budget", "/budget", R"({"extra":3})");
  checked(400, "POST", "/budget", "/budget", R"({"extra":0})");
  checked(200, "GET", "/queries", "/queries");
  checked(200, "GET", "/graph", "/graph");
  checked(200, "POST", "/predict", "/predict", samples(3).dump());
  checked(200, "POST", "/samples", "/samples", samples(3).dump());
  checked(200, "DELETE", "/queries/{id}/label", path(id, "/label"));
  checked(409, "DELETE", "/queries/{id}/label", path(skipped, "/label"));
  checked(404, "DELETE", "/queries/{id}/label", path(999, "/label"));
  checked(200, "POST", "/snapshot", "/snapshot");
  checked(200, "POST", "/demo", "/demo", R"({"answers_itself":true})");
  checked(400, "POST", "/demo", "/demo", R"({"answers_itself":1})");
  checked(200, "GET", "/model", "/model");
  {
    const tests::FullDisk full;
    checked(507, "POST", "/queries/{id}/label", path(id, "/label"), cat);
    checked(507, "POST", "/queries/{id}/skip", path(id, "/skip"));
    checked(507, "PUT", "/queries/{id}/label", path(id, "/label"), cat);
    checked(507, "DELETE", "/queries/{id}/label", path(id, "/label"));
    checked(507, "POST", "/samples", "/samples", R"({"values":[0.1,0.9]})");
    checked(507, "POST", "/answers", "/answers", answers.dump());
    checked(507, "PUT", "/budget", "/budget", R"({"questions":1,"period":10})");
    checked(507, "POST", "/budget", "/budget", R"({"extra":3})");
    checked(507, "POST", "/snapshot", "/snapshot");
    for (const std::string webhook : {"/webhook", "/label-studio/webhook"}) {
      checked(507, "POST", webhook, webhook, R"({"action":"START_TRAINING"})");
    }
    checked(507, "GET", "/health/ready", "/health/ready");
    for (const std::string health : {"/health", "/label-studio", "/label-studio/health"}) {
      checked(503, "GET", health, health);
    }
  }
  stop();
  demo_ = nullptr;
  start();
  checked(404, "POST", "/demo", "/demo", R"({"answers_itself":true})");
  Listener(server_->port()).wait_for("Content-Type: text/event-stream\r\n");
  visited_.insert("GET /v1/events 200");
  expect_all_visited();
}

}  // namespace
}  // namespace mpart::serve
