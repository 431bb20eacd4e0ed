// GET /metrics, read as strictly as Prometheus does.
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "serve/server_fixture.hpp"

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
    EXPECT_TRUE(name.starts_with("mpart_") || name == "process_start_time_seconds") << name;
  }
}

TEST_F(MetricsTest, MoveWithTheModel) {
  start();
  const Scrape before = scrape();
  EXPECT_EQ(before.at("mpart_samples_total"), 0);
  EXPECT_EQ(before.at("mpart_budget_left_questions"), 1);
  EXPECT_EQ(before.at("mpart_snapshot_generation"), 0);
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
  EXPECT_EQ(after.at("mpart_snapshot_generation"), 1);
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
  EXPECT_EQ(count("GET", "/queries/{id}", "2xx"), 1);
  EXPECT_EQ(count("GET", "/queries/{id}", "4xx"), 1);
  EXPECT_EQ(count("GET", "other", "4xx"), 1);
  EXPECT_EQ(count("GET", "page", "2xx"), 1);
  EXPECT_EQ(count("GET", "/events", "2xx"), 1);
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
  EXPECT_EQ(call("GET", "/metrics").status, 403U);
  EXPECT_EQ(call("GET", "/metrics", "", {.token = options_.token}).status, 200U);
}

}  // namespace
}  // namespace mpart::serve
