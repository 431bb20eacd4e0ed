// The server as Label Studio sees it.
#include "serve/label_studio/label_studio.hpp"

#include <gtest/gtest.h>

#include <boost/asio.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "serve/guard.hpp"
#include "serve/server.hpp"
#include "temporary_folder.hpp"

namespace mpart::serve {
namespace {

namespace asio = boost::asio;
using Json = nlohmann::json;
using tests::TemporaryFolder;

const char* const kConfig =
    R"(<View><Text name="t" value="$text"/><Choices name="kind" toName="t">)"
    R"(<Choice value="cat"/><Choice value="dog"/></Choices></View>)";

struct JsonReply {
  int status = 0;
  Json body;
};

class LabelStudioTest : public testing::Test {
 protected:
  LabelStudioTest() { start(); }
  ~LabelStudioTest() override { stop(); }

  void start(const std::string& folder = "state", const std::string& token = {}) {
    ServeOptions options;
    options.port = 0;
    options.folder = folder_.file(folder);
    options.token = token;
    server_ = std::make_unique<Server>(options, Session(), log_);
    thread_ = std::thread([this] { server_->run(); });
  }

  void stop() {
    if (!server_) return;
    server_->stop();
    thread_.join();
    server_.reset();
  }

  // Goes on as after a crash: with what is on disk now, without a last snapshot.
  void crash() {
    labels();
    std::filesystem::copy(folder_.file("state"), folder_.file("crashed"));
    stop();
    start("crashed");
  }

  JsonReply call(const std::string& method, const std::string& target, const std::string& body = "",
                 const std::string& authorization = "") {
    asio::io_context context;
    asio::ip::tcp::socket socket(context);
    socket.connect({asio::ip::make_address("127.0.0.1"), server_->port()});
    std::string head = method + ' ' + target + " HTTP/1.1\r\nHost: localhost\r\n" +
                       "Connection: close\r\nContent-Type: application/json\r\n" +
                       "Content-Length: " + std::to_string(body.size()) + "\r\n";
    if (!authorization.empty()) head += "Authorization: " + authorization + "\r\n";
    asio::write(socket, asio::buffer(head + "\r\n" + body));
    std::string answer;
    boost::system::error_code ended;
    asio::read(socket, asio::dynamic_buffer(answer), ended);
    return {std::stoi(answer.substr(9, 3)),
            Json::parse(answer.substr(answer.find("\r\n\r\n") + 4))};
  }

  static Json task(std::uint64_t id, double x) {
    return {{"id", id}, {"project", 1}, {"data", {{"text", "some"}, {"values", {x, 1 - x}}}}};
  }

  static Json annotation(std::uint64_t id, const std::string& choice) {
    return {{"id", id},
            {"was_cancelled", false},
            {"result",
             {{{"id", "x"},
               {"from_name", "kind"},
               {"to_name", "t"},
               {"type", "choices"},
               {"value", {{"choices", {choice}}}}}}}};
  }

  static Json event(const std::string& action, const Json& annotation, const Json& task) {
    return {{"action", action},
            {"annotation", annotation},
            {"task", task},
            {"project", {{"id", 1}, {"label_config", kConfig}}}};
  }

  int webhook(const Json& body) {
    return call("POST", "/label-studio/webhook", body.dump()).status;
  }

  Json predict(const std::vector<Json>& tasks, const std::string& config = kConfig) {
    const Json body = {{"tasks", tasks}, {"project", "1.2"}, {"label_config", config}};
    const JsonReply reply = call("POST", "/label-studio/predict", body.dump());
    EXPECT_EQ(reply.status, 200) << reply.body;
    return reply.body["results"];
  }

  // Predictions wait for what was said before them.
  int labels() {
    predict({});
    return call("GET", "/model").body["queries"]["labelled"].get<int>();
  }
  int samples() { return call("GET", "/model").body["samples"].get<int>(); }
  std::string version() { return call("GET", "/label-studio/versions").body["versions"][0]; }

  static std::string choice(const Json& result) {
    return result["result"].empty() ? "" : result["result"][0]["value"]["choices"][0];
  }

  TemporaryFolder folder_;
  Log log_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

TEST_F(LabelStudioTest, IsUpAndHasAVersion) {
  for (const char* path : {"/label-studio", "/label-studio/health", "/health"}) {
    const JsonReply health = call("GET", path);
    EXPECT_EQ(health.status, 200);
    EXPECT_EQ(health.body, (Json{{"status", "UP"}, {"model_class", "MPART"}}));
  }
  const Json body = {{"project", "12.1718000000"},
                     {"schema", kConfig},
                     {"hostname", "http://localhost:8080"},
                     {"access_token", "secret"},
                     {"extra_params", nullptr}};
  const JsonReply setup = call("POST", "/label-studio/setup", body.dump());
  EXPECT_EQ(setup.status, 200);
  EXPECT_EQ(setup.body, (Json{{"model_version", "mpart-000000"}}));
}

TEST_F(LabelStudioTest, PredictsEveryTaskInTheirOrder) {
  std::vector<Json> tasks;
  for (std::uint64_t id = 1; id <= 50; ++id) tasks.push_back(task(id, id % 2 == 0 ? 0.1 : 0.9));
  tasks[20]["data"] = {{"text", "without values"}};
  for (const Json& result : predict(tasks)) {
    EXPECT_EQ(result,
              (Json{{"result", Json::array()}, {"score", 0.0}, {"model_version", "mpart-000000"}}));
  }
  EXPECT_EQ(webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(2, 0.1))), 201);
  EXPECT_EQ(webhook(event("ANNOTATION_CREATED", annotation(2, "dog"), task(3, 0.9))), 201);
  const Json results = predict(tasks);
  ASSERT_EQ(results.size(), 50U);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(choice(results[i]), i == 20 ? "" : i % 2 == 0 ? "dog" : "cat") << i;
    // One label for each class: calibrated, not certain.
    EXPECT_NEAR(results[i]["score"].get<double>(), i == 20 ? 0 : 0.796, 0.001) << i;
  }
  EXPECT_EQ(results[0]["model_version"], "mpart-000002");
  EXPECT_EQ(results[0]["result"][0]["from_name"], "kind");
  EXPECT_EQ(results[0]["result"][0]["to_name"], "t");
  EXPECT_EQ(results[0]["result"][0]["type"], "choices");
}

TEST_F(LabelStudioTest, LearnsEveryTaskOnceAndAsksNothing) {
  const std::vector<Json> tasks = {task(1, 0.1), task(2, 0.2), task(3, 0.3)};
  predict(tasks);
  predict(tasks);
  webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(2, 0.2)));
  webhook(event("ANNOTATION_CREATED", annotation(2, "cat"), task(4, 0.4)));
  EXPECT_EQ(labels(), 2);
  EXPECT_EQ(samples(), 4);
  EXPECT_EQ(call("GET", "/queries").body["queries"].size(), 0U);
}

TEST_F(LabelStudioTest, LearnsCorrectsAndForgets) {
  webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1)));
  EXPECT_EQ(choice(predict({task(1, 0.1)})[0]), "cat");
  webhook(event("ANNOTATION_UPDATED", annotation(1, "dog"), task(1, 0.1)));
  EXPECT_EQ(choice(predict({task(1, 0.1)})[0]), "dog");
  EXPECT_EQ(labels(), 1);
  // In lists, as bulk imports send them.
  const Json many = {annotation(2, "cat"), annotation(3, "cat"), annotation(4, "cat")};
  webhook(event("ANNOTATIONS_CREATED", many, {task(2, 0.2), task(3, 0.3), task(4, 0.4)}));
  EXPECT_EQ(labels(), 4);
  const Json two = {{"action", "ANNOTATIONS_DELETED"}, {"annotations", {{{"id", 1}}, {{"id", 2}}}}};
  EXPECT_EQ(webhook(two), 201);
  EXPECT_EQ(labels(), 2);
  EXPECT_EQ(webhook({{"action", "ANNOTATION_DELETED"}, {"annotation", {{"id", 3}}}}), 201);
  EXPECT_EQ(labels(), 1);
}

TEST_F(LabelStudioTest, WhatIsDeliveredTwiceCountsOnce) {
  const Json created = event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1));
  const Json deleted = {{"action", "ANNOTATIONS_DELETED"}, {"annotations", {{{"id", 1}}}}};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(webhook(created), 201);
  EXPECT_EQ(labels(), 1);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(webhook(deleted), 201);
  EXPECT_EQ(labels(), 0);
  EXPECT_EQ(webhook(created), 201);  // late
  EXPECT_EQ(labels(), 0);
}

TEST_F(LabelStudioTest, ACrashLosesNothing) {
  predict({task(1, 0.1), task(2, 0.9), task(3, 0.5)});
  webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1)));
  call("POST", "/snapshot");
  webhook(event("ANNOTATION_CREATED", annotation(2, "dog"), task(2, 0.9)));
  const Json before = predict({task(1, 0.1), task(2, 0.9), task(3, 0.5)});
  crash();
  EXPECT_EQ(predict({task(1, 0.1), task(2, 0.9), task(3, 0.5)}), before);
  EXPECT_EQ(samples(), 3);
  webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1)));
  webhook(event("ANNOTATION_CREATED", annotation(2, "dog"), task(2, 0.9)));
  EXPECT_EQ(labels(), 2);
  EXPECT_EQ(samples(), 3);
  webhook(event("ANNOTATION_UPDATED", annotation(1, "dog"), task(1, 0.1)));
  webhook({{"action", "ANNOTATIONS_DELETED"}, {"annotations", {{{"id", 2}}}}});
  EXPECT_EQ(labels(), 1);
  EXPECT_EQ(choice(predict({task(1, 0.1)})[0]), "dog");
  EXPECT_EQ(version(), "mpart-000004");
}

TEST_F(LabelStudioTest, LearnsNothingFromWhatIsNoLabel) {
  Json cancelled = annotation(1, "cat");
  cancelled["was_cancelled"] = true;
  Json several = annotation(2, "cat");
  several["result"][0]["value"]["choices"] = {"cat", "dog"};
  Json elsewhere = annotation(3, "cat");
  elsewhere["result"][0]["from_name"] = "mood";
  Json empty = annotation(4, "cat");
  empty["result"] = Json::array();
  for (const Json& none : {cancelled, several, elsewhere, empty}) {
    EXPECT_EQ(webhook(event("ANNOTATION_CREATED", none, task(1, 0.1))), 201);
    EXPECT_EQ(labels(), 0);
  }
  // A label that becomes none is taken back.
  webhook(event("ANNOTATION_CREATED", annotation(5, "cat"), task(1, 0.1)));
  cancelled["id"] = 5;
  webhook(event("ANNOTATION_UPDATED", cancelled, task(1, 0.1)));
  EXPECT_EQ(labels(), 0);
}

TEST_F(LabelStudioTest, LearnsAnnotationsThatComeWithTasks) {
  Json annotated = task(1, 0.1);
  annotated["annotations"] = {annotation(1, "cat"), annotation(2, "cat")};
  EXPECT_EQ(choice(predict({annotated})[0]), "cat");
  EXPECT_EQ(labels(), 2);
  // They may be older than what a webhook said.
  webhook(event("ANNOTATION_UPDATED", annotation(1, "dog"), task(1, 0.1)));
  webhook(event("ANNOTATION_UPDATED", annotation(2, "dog"), task(1, 0.1)));
  EXPECT_EQ(choice(predict({annotated})[0]), "dog");
  EXPECT_EQ(labels(), 2);
}

TEST_F(LabelStudioTest, SaysNothingThatCannotBeChosen) {
  webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1)));
  const Json result =
      predict({task(1, 0.1)},
              R"(<View><Choices name="a" toName="b"><Choice value="dog"/></Choices></View>)")[0];
  EXPECT_EQ(choice(result), "");
  EXPECT_EQ(result["score"], 0);
}

TEST_F(LabelStudioTest, ToleratesOtherEvents) {
  for (const char* action : {"TASKS_CREATED", "TASKS_DELETED", "PROJECT_UPDATED", "NEW_IN_2030"}) {
    const JsonReply reply =
        call("POST", "/label-studio/webhook", Json{{"action", action}, {"tasks", {1}}}.dump());
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body["status"], "Unknown event");
  }
  EXPECT_EQ(webhook({{"action", "START_TRAINING"}, {"project", {{"id", 1}}}}), 201);
}

TEST_F(LabelStudioTest, AnswersRubbishWithFourHundreds) {
  webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1)));
  EXPECT_EQ(labels(), 1);  // from now on there are two values
  Json narrow = task(2, 0.1);
  narrow["data"]["values"] = {0.1};
  Json words = task(2, 0.1);
  words["data"]["values"] = {"a", "b"};
  Json without_id = annotation(2, "cat");
  without_id["id"] = "two";
  for (const Json& body :
       {Json(), Json::array(), Json::object(), Json{{"action", 1}},
        Json{{"action", "ANNOTATION_CREATED"}}, Json{{"action", "ANNOTATIONS_DELETED"}},
        Json{{"action", "ANNOTATIONS_DELETED"}, {"annotations", {{{"id", -1}}}}},
        event("ANNOTATION_CREATED", annotation(2, "cat"), nullptr),
        event("ANNOTATION_CREATED", annotation(2, "cat"), narrow),
        event("ANNOTATION_CREATED", annotation(2, "cat"), words),
        event("ANNOTATION_CREATED", annotation(2, "a\x07"), task(2, 0.1)),
        event("ANNOTATION_CREATED", annotation(2, std::string(201, 'x')), task(2, 0.1)),
        event("ANNOTATION_CREATED", without_id, task(2, 0.1)),
        event("ANNOTATIONS_CREATED", Json::array({annotation(2, "cat")}), Json::array())}) {
    EXPECT_EQ(webhook(body), 400) << body;
  }
  EXPECT_EQ(call("POST", "/label-studio/webhook", "{").status, 400);
  for (const Json& tasks : {Json(1), Json::array({1}), Json::array({{{"id", "x"}}}),
                            Json::array({narrow}), Json::array({words})}) {
    const Json body = {{"tasks", tasks}, {"label_config", kConfig}};
    EXPECT_EQ(call("POST", "/label-studio/predict", body.dump()).status, 400) << tasks;
  }
  for (const char* config : {"", "<View>", "<View/>", "<View><Choices/></View>"}) {
    const Json body = {{"tasks", Json::array({task(1, 0.1)})}, {"label_config", config}};
    EXPECT_EQ(call("POST", "/label-studio/predict", body.dump()).status, 400) << config;
    EXPECT_EQ(call("POST", "/label-studio/setup", Json{{"schema", config}}.dump()).status, 400)
        << config;
  }
  EXPECT_EQ(call("POST", "/label-studio/setup", "[]").status, 400);
  EXPECT_EQ(call("GET", "/label-studio/webhook").status, 405);
  EXPECT_EQ(labels(), 1);
}

TEST_F(LabelStudioTest, ThePlainPredictionTakesSamplesAlone) {
  webhook(event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1)));
  labels();
  EXPECT_EQ(call("POST", "/predict", R"({"values":[0.1,0.9]})").body["predicted"], "cat");
  const Json tasks = {{"tasks", Json::array({task(2, 0.1)})}, {"label_config", kConfig}};
  const auto refused = call("POST", "/predict", tasks.dump());
  EXPECT_EQ(refused.status, 400);
  const std::string hint = "Label Studio's address is /label-studio";
  EXPECT_NE(refused.body["detail"].get<std::string>().find(hint), std::string::npos);
  const auto other = call("POST", "/predict", R"({"values":[]})");
  EXPECT_EQ(other.status, 400);
  EXPECT_EQ(other.body["detail"].get<std::string>().find(hint), std::string::npos);
  EXPECT_EQ(call("POST", "/label-studio/predict", R"({"values":[0.1,0.9]})").status, 400);
  EXPECT_EQ(samples(), 1);
}

TEST_F(LabelStudioTest, OldAddressesAtTheRootStillWork) {
  EXPECT_EQ(call("POST", "/setup", Json{{"schema", kConfig}}.dump()).status, 200);
  const Json created = event("ANNOTATION_CREATED", annotation(1, "cat"), task(1, 0.1));
  EXPECT_EQ(call("POST", "/webhook", created.dump()).status, 201);
  EXPECT_EQ(labels(), 1);
  EXPECT_EQ(call("GET", "/versions").body, (Json{{"versions", {"mpart-000001"}}}));
}

TEST_F(LabelStudioTest, TakesTheTokenAsAPassword) {
  stop();
  start("state", "a secret of some length");
  const std::string body = Json{{"schema", kConfig}}.dump();
  const std::string right = "Basic eDphIHNlY3JldCBvZiBzb21lIGxlbmd0aA==";
  EXPECT_EQ(call("GET", "/label-studio").status, 200);
  EXPECT_EQ(call("GET", "/label-studio/health").status, 200);
  EXPECT_EQ(call("POST", "/label-studio/setup", body).status, 401);
  EXPECT_EQ(call("POST", "/label-studio/setup", body, "Basic eDp3cm9uZw==").status, 401);
  EXPECT_EQ(call("POST", "/label-studio/setup", body, "Basic ????").status, 401);
  EXPECT_EQ(call("POST", "/label-studio/setup", body, right).status, 200);
  EXPECT_EQ(call("POST", "/label-studio/setup", body, "Bearer a secret of some length").status,
            200);
  EXPECT_EQ(call("GET", "/label-studio/versions", "", right).status, 200);
  EXPECT_EQ(call("GET", "/versions", "", right).status, 200);
  EXPECT_EQ(call("GET", "/model", "", right).status, 401);
  EXPECT_EQ(call("POST", "/predict", R"({"values":[0.1,0.9]})", right).status, 401);
}

TEST(BasicAuth, FindsThePassword) {
  EXPECT_EQ(basic_password("Basic dXNlcjpwYXNz"), "pass");
  EXPECT_EQ(basic_password("Basic dXNlcjpwYTpzcw=="), "pa:ss");
  EXPECT_EQ(basic_password("Basic dXNlcg=="), "");
  EXPECT_EQ(basic_password("Basic "), "");
  EXPECT_EQ(basic_password("Bearer dXNlcjpwYXNz"), "");
}

TEST(LabelStudioVersion, MovesWithEveryLabelAtFirstAndThenWithATenthMore) {
  EXPECT_EQ(version_after(0), 0U);
  for (std::uint64_t changes = 1; changes <= 20; ++changes) {
    EXPECT_EQ(version_after(changes), changes);
  }
  EXPECT_EQ(version_after(21), 20U);
  EXPECT_EQ(version_after(22), 22U);
  std::set<std::uint64_t> versions;
  for (std::uint64_t changes = 0; changes <= 10000; ++changes) {
    const std::uint64_t version = version_after(changes);
    EXPECT_LE(version, changes);
    EXPECT_LE(10 * changes, 11 * version + 10);
    versions.insert(version);
  }
  EXPECT_LT(versions.size(), 100U);
}

TEST(LabelConfig, FindsTheFirstChoiceAboutAWholeTask) {
  const auto config = read_label_config(R"(<View><Image name="image" value="$image"/>
    <Choices name="part" toName="image" perRegion="true"><Choice value="leg"/></Choices>
    <View><Choices name="animal" toName="image,text"><Choice value="a &amp; b" alias="ab"/>
    <View><Choice value="dog"/></View></Choices></View></View>)");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->from_name, "animal");
  EXPECT_EQ(config->to_name, "image");
  EXPECT_EQ(config->choices, (std::set<std::string>{"a & b", "ab", "dog"}));
  EXPECT_FALSE(config->offers("leg"));
  const auto dynamic = read_label_config(R"(<Choices name="a" toName="b" value="$options"/>)");
  ASSERT_TRUE(dynamic);
  EXPECT_TRUE(dynamic->offers("anything"));
  EXPECT_FALSE(read_label_config("<View><Choices name='a' toName='b'>"));
}

}  // namespace
}  // namespace mpart::serve
