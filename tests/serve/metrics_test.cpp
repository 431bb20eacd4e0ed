// GET /metrics, read as strictly as Prometheus does.
#include <prometheus/text_serializer.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "serve/metrics.hpp"
#include "serve/server_fixture.hpp"
#include "temporary_folder.hpp"

namespace mpart::serve {
namespace {

// Series by name and labels; every line is checked.
class Scrape {
 public:
  explicit Scrape(const std::string& text) {
    EXPECT_TRUE(text.ends_with('\n'));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) read(line);
  }

  double at(const std::string& series) const {
    const auto found = values_.find(series);
    if (found == values_.end()) ADD_FAILURE() << series << " is not there";
    return found == values_.end() ? -1 : found->second;
  }
  bool has(const std::string& series) const { return values_.contains(series); }
  const std::map<std::string, double>& values() const { return values_; }
  const std::map<std::string, std::string>& types() const { return types_; }

 private:
  void read(const std::string& line) {
    static const std::regex help("# HELP ([a-z_]+) ([A-Z0-9].*[.])");
    static const std::regex type("# TYPE ([a-z_]+) (counter|gauge|histogram)");
    static const std::regex series(R"(([a-z_]+)((?:\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})?) )"
                                   R"((-?[0-9.]+(?:e[+-][0-9]+)?|\+Inf))");
    std::smatch part;
    if (std::regex_match(line, part, help)) {
      EXPECT_FALSE(types_.contains(part[1])) << line;
      family_ = part[1];
    } else if (std::regex_match(line, part, type)) {
      EXPECT_EQ(part[1], family_) << line;
      types_[part[1]] = part[2];
    } else if (std::regex_match(line, part, series)) {
      EXPECT_TRUE(belongs(part[1])) << line;
      EXPECT_TRUE(values_.emplace(part[1].str() + part[2].str(), std::stod(part[3])).second)
          << line;
    } else {
      ADD_FAILURE() << "cannot be read: " << line;
    }
  }

  bool belongs(const std::string& name) const {
    if (types_.at(family_) != "histogram") return name == family_;
    return name == family_ + "_bucket" || name == family_ + "_sum" || name == family_ + "_count";
  }

  std::string family_;
  std::map<std::string, std::string> types_;
  std::map<std::string, double> values_;
};

class MetricsTest : public ServerTest {
 protected:
  Scrape scrape() {
    const Reply reply = call("GET", "/metrics");
    EXPECT_EQ(reply.status, 200U);
    EXPECT_EQ(reply.type, "text/plain; version=0.0.4; charset=utf-8");
    return Scrape(reply.body);
  }
};

TEST_F(MetricsTest, FollowTheNamesOfPrometheus) {
  start();
  call("GET", "/model");
  const Scrape all = scrape();
  for (const auto& [name, type] : all.types()) {
    EXPECT_EQ(name.ends_with("_total"), type == "counter") << name;
    EXPECT_TRUE(name.starts_with("mpart_") || name.starts_with("process_")) << name;
  }
}

TEST_F(MetricsTest, MoveWithTheModel) {
  start();
  const Scrape before = scrape();
  EXPECT_EQ(before.at("mpart_samples_total"), 0);
  EXPECT_EQ(before.at("mpart_budget_left_questions"), 1);
  EXPECT_EQ(before.at("mpart_snapshot_generation"), 1);  // the new model's
  EXPECT_EQ(before.at("mpart_state_writable"), 1);
  EXPECT_EQ(before.at("mpart_state_write_failures_total"), 0);
  EXPECT_GT(before.at("process_start_time_seconds"), 1.6e9);
  const QueryId id = ask();
  Scrape after = scrape();
  EXPECT_GE(after.at("mpart_samples_total"), 1);
  EXPECT_GE(after.at("mpart_nodes"), 1);
  EXPECT_EQ(after.at("mpart_budget_left_questions"), 0);
  EXPECT_EQ(after.at("mpart_queries_asked_total"), 1);
  EXPECT_EQ(after.at("mpart_queries{state=\"open\"}"), 1);
  call("POST", path(id, "/label"), R"({"label":"cat"})");
  call("POST", "/snapshot");
  after = scrape();
  EXPECT_EQ(after.at("mpart_queries{state=\"open\"}"), 0);
  EXPECT_EQ(after.at("mpart_queries{state=\"labelled\"}"), 1);
  EXPECT_EQ(after.at("mpart_classes"), 1);
  EXPECT_EQ(after.at("mpart_answers_counted"), 1);
  EXPECT_EQ(after.at("mpart_snapshot_generation"), 2);
  EXPECT_GT(after.at("mpart_snapshot_timestamp_seconds"), 1.6e9);
  EXPECT_LT(after.at("mpart_snapshot_age_seconds"), 60);
}

TEST_F(MetricsTest, CountRequestsByRouteNeverByPath) {
  start();
  const QueryId id = ask();
  call("GET", path(id));
  call("GET", path(999));
  call("GET", "/wp-login.php");
  call("GET", "/?theme=dark");
  Listener listener(server_->port());
  listener.wait_for("event: model\n");
  const Scrape after = scrape();
  const auto count = [&](const std::string& method, const std::string& route,
                         const std::string& status) {
    return after.at("mpart_http_requests_total{method=\"" + method + "\",route=\"" + route +
                    "\",status=\"" + status + "\"}");
  };
  EXPECT_EQ(count("GET", "/queries/{id}", "200"), 1);
  EXPECT_EQ(count("GET", "/queries/{id}", "404"), 1);
  EXPECT_EQ(count("GET", "other", "404"), 1);
  EXPECT_EQ(count("GET", "page", "200"), 1);
  EXPECT_EQ(count("GET", "/events", "200"), 1);
  EXPECT_EQ(after.at("mpart_event_streams"), 1);
  EXPECT_GE(after.at("mpart_http_connections"), 1);
  for (const auto& [series, value] : after.values()) {
    EXPECT_EQ(series.find("login"), std::string::npos);
  }
}

TEST_F(MetricsTest, TellHowLongRequestsTook) {
  start();
  for (int i = 0; i < 3; ++i) call("GET", "/model");
  const Scrape after = scrape();
  const std::string name = "mpart_http_request_duration_seconds";
  EXPECT_EQ(after.at(name + "_count{route=\"/model\"}"), 3);
  EXPECT_GT(after.at(name + "_sum{route=\"/model\"}"), 0);
  EXPECT_EQ(after.at(name + "_bucket{route=\"/model\",le=\"+Inf\"}"), 3);
  EXPECT_LE(after.at(name + "_bucket{route=\"/model\",le=\"0.001\"}"),
            after.at(name + "_bucket{route=\"/model\",le=\"1\"}"));
}

TEST_F(MetricsTest, KnowTheLastSnapshotAfterARestart) {
  start();
  ask();
  call("POST", "/snapshot");
  stop();
  start();
  EXPECT_GE(scrape().at("mpart_snapshot_generation"), 1);
  EXPECT_GE(scrape().at("mpart_samples_total"), 1);
}

TEST_F(MetricsTest, NeedTheTokenLikeEverythingElse) {
  options_.token = "a secret of some length";
  start();
  EXPECT_EQ(call("GET", "/metrics").status, 401U);
  EXPECT_EQ(call("GET", "/metrics", "", {.token = options_.token}).status, 200U);
}

TEST_F(MetricsTest, TellHowLongTheOldestQuestionHasWaited) {
  start();
  EXPECT_EQ(scrape().at("mpart_oldest_open_query_seconds"), 0);
  const QueryId id = ask();
  const double age = scrape().at("mpart_oldest_open_query_seconds");
  EXPECT_GT(age, 0);
  EXPECT_LT(age, 60);
  EXPECT_GT(scrape().at("mpart_oldest_open_query_seconds"), age);
  call("POST", path(id, "/skip"));
  EXPECT_EQ(scrape().at("mpart_oldest_open_query_seconds"), 0);
}

TEST_F(MetricsTest, TellOfTheProcessAsPrometheusClientsDo) {
  start();
  const Scrape before = scrape();
  EXPECT_GT(before.at("process_resident_memory_bytes"), 1e6);
  EXPECT_LT(before.at("process_resident_memory_bytes"), 1e12);
  EXPECT_GT(before.at("process_cpu_seconds_total"), 0);
  EXPECT_GT(before.at("process_open_fds"), 3);
  EXPECT_LE(before.at("process_open_fds"), before.at("process_max_fds"));
  const Listener listener(server_->port());
  EXPECT_GE(scrape().at("process_open_fds"), before.at("process_open_fds") + 1);
}

// The counts of requests alone, as a page.
Scrape scrape_of(const RequestMetrics& requests) {
  return Scrape(prometheus::TextSerializer().Serialize(requests.families()));
}

TEST(RequestMetrics, CountEveryStatusByItself) {
  RequestMetrics requests;
  for (const int status : {200, 200, 401, 413, 429}) {
    requests.count("POST", "/samples", status, 0.01);
  }
  const Scrape page = scrape_of(requests);
  const auto count = [&](const std::string& status) {
    return page.at(R"(mpart_http_requests_total{method="POST",route="/samples",status=")" + status +
                   "\"}");
  };
  EXPECT_EQ(count("200"), 2);
  EXPECT_EQ(count("401"), 1);
  EXPECT_EQ(count("413"), 1);
  EXPECT_EQ(count("429"), 1);
  EXPECT_EQ(page.at(R"(mpart_http_request_duration_seconds_count{route="/samples"})"), 5);
}

TEST(RequestMetrics, CountWhatIsRefusedBeforeItHasARoute) {
  RequestMetrics requests;
  requests.count_refused(400);
  requests.count_refused(431);
  requests.count_refused(431);
  const Scrape page = scrape_of(requests);
  EXPECT_EQ(page.at(R"(mpart_http_requests_total{method="other",route="none",status="400"})"), 1);
  EXPECT_EQ(page.at(R"(mpart_http_requests_total{method="other",route="none",status="431"})"), 2);
  EXPECT_FALSE(page.has(R"(mpart_http_request_duration_seconds_count{route="none"})"));
}

TEST(RequestMetrics, TimeTheNetworks) {
  RequestMetrics requests;
  requests.add_embedding(0.02);
  requests.add_embedding(3);
  const Scrape page = scrape_of(requests);
  EXPECT_EQ(page.at("mpart_embedding_seconds_count"), 2);
  EXPECT_EQ(page.at(R"(mpart_embedding_seconds_bucket{le="0.025"})"), 1);
}

TEST(ServerFigures, AreOnThePage) {
  const tests::TemporaryFolder folder;
  boost::asio::io_context context;
  Log log;
  const Engine engine(context, {folder.path(), false, 3600}, Session(SessionOptions()), log);
  const Scrape page(metrics_text(engine,
                                 {.connections = 1,
                                  .event_streams = 2,
                                  .bytes_received = 3,
                                  .bytes_sent = 4,
                                  .refused_tokens = 5,
                                  .clipped_values = 6,
                                  .embedding_queue = 7,
                                  .log_lines_dropped = 8},
                                 {}));
  EXPECT_EQ(page.at("mpart_http_connections"), 1);
  EXPECT_EQ(page.at("mpart_event_streams"), 2);
  EXPECT_EQ(page.at("mpart_http_received_bytes_total"), 3);
  EXPECT_EQ(page.at("mpart_http_sent_bytes_total"), 4);
  EXPECT_EQ(page.at("mpart_refused_tokens_total"), 5);
  EXPECT_EQ(page.at("mpart_clipped_values_total"), 6);
  EXPECT_EQ(page.at("mpart_embedding_queue"), 7);
  EXPECT_EQ(page.at("mpart_log_lines_dropped_total"), 8);
}

}  // namespace
}  // namespace mpart::serve
