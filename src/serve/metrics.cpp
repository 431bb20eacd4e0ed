#include "serve/metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace mpart::serve {

namespace {

using Clock = std::chrono::steady_clock;
using Families = std::vector<prometheus::MetricFamily>;
using prometheus::MetricType;

struct Value {
  double value = 0;
  std::vector<prometheus::ClientMetric::Label> labels{};
};

void add(Families& families, MetricType type, const char* name, const char* help,
         std::vector<Value> values) {
  prometheus::MetricFamily family{name, help, type, {}};
  for (Value& value : values) {
    prometheus::ClientMetric metric;
    metric.label = std::move(value.labels);
    (type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = value.value;
    family.metric.push_back(std::move(metric));
  }
  families.push_back(std::move(family));
}

void add_counter(Families& families, const char* name, const char* help, std::uint64_t value) {
  add(families, MetricType::Counter, name, help, {{static_cast<double>(value)}});
}

void add_gauge(Families& families, const char* name, const char* help, std::uint64_t value) {
  add(families, MetricType::Gauge, name, help, {{static_cast<double>(value)}});
}

Value in_state(const char* state, std::uint64_t count) {
  return {static_cast<double>(count), {{"state", state}}};
}

void add_model(Families& families, const Session& session) {
  const Learner& learner = session.learner();
  const Standing standing = session.standing();
  const Budget& budget = session.options().budget;
  add_counter(families, "mpart_samples_total", "Samples learned, across restarts.",
              session.counters().samples);
  add_gauge(families, "mpart_nodes", "Nodes of the model's graph.", learner.node_count());
  add_gauge(families, "mpart_edges", "Edges of the model's graph.", learner.edge_count());
  add_gauge(families, "mpart_classes", "Classes that have been named so far.",
            learner.classes().size());
  add_gauge(families, "mpart_budget_questions", "Questions that may be asked in a period.",
            budget.questions);
  add_gauge(families, "mpart_budget_period_samples", "Samples in a period.", budget.period);
  add_gauge(families, "mpart_budget_left_questions",
            "Questions that may still be asked in the present period.", standing.left);
}

void add_questions(Families& families, const Engine& engine) {
  const Counters& counters = engine.session().counters();
  add_counter(families, "mpart_queries_asked_total", "Questions asked, across restarts.",
              engine.session().ledger().asked());
  add(families, MetricType::Gauge, "mpart_queries",
      "Questions by what became of them; open ones wait for an answer.",
      {in_state("open", engine.desk().open_count()), in_state("labelled", counters.labels),
       in_state("skipped", counters.skipped), in_state("withdrawn", engine.withdrawn()),
       in_state("expired", counters.expired)});
  add_gauge(families, "mpart_answers_counted",
            "Latest labels, at most 100, that mpart_answers_right is counted among.",
            engine.answers_counted());
  add_gauge(families, "mpart_answers_right",
            "Latest labels that were what the model had guessed when it asked.",
            engine.answers_right());
}

void add_state(Families& families, const Engine& engine) {
  add_gauge(families, "mpart_state_writable",
            "1 if questions and answers can be written to disk, else 0.",
            engine.problem().empty() ? 1 : 0);
  add_counter(families, "mpart_state_write_failures_total",
              "Attempts to write questions, answers or snapshots to disk that failed.",
              engine.write_failures());
  add_gauge(families, "mpart_snapshot_generation", "Number of the last snapshot; 0 if none.",
            engine.last_snapshot().generation);
  add(families, MetricType::Gauge, "mpart_snapshot_timestamp_seconds",
      "When the last snapshot was written, in seconds since 1970; 0 if none.",
      {{engine.last_snapshot_time()}});
  add(families, MetricType::Gauge, "mpart_snapshot_age_seconds",
      "Seconds since the last snapshot was written; 0 if none.", {{engine.last_snapshot_age()}});
}

std::string status_class(int status) { return std::to_string(status / 100) + "xx"; }

// Clients may send any word as a method.
std::string_view known_method(std::string_view method) {
  static constexpr std::array<std::string_view, 5> kKnown = {"GET", "POST", "PUT", "DELETE",
                                                             "HEAD"};
  const auto* const known = std::find(kKnown.begin(), kKnown.end(), method);
  return known == kKnown.end() ? "other" : *known;
}

}  // namespace

class Metrics::Requests {
 public:
  void count(std::string_view method, std::string_view route, int status, double seconds) {
    Kind& kind = kinds_[{route, method, status / 100}];
    if (kind.total == nullptr) kind = make(std::string(method), std::string(route), status);
    kind.total->Increment();
    kind.durations->Observe(seconds);
  }

  Families collect() const { return registry_.Collect(); }

 private:
  struct Kind {
    prometheus::Counter* total = nullptr;
    prometheus::Histogram* durations = nullptr;
  };

  Kind make(const std::string& method, const std::string& route, int status) {
    return {&total_.Add({{"method", method}, {"route", route}, {"status", status_class(status)}}),
            &durations_.Add({{"route", route}}, buckets_)};
  }

  // The library would look for its labels, and make a histogram, at every request.
  std::map<std::tuple<std::string_view, std::string_view, int>, Kind> kinds_;
  const prometheus::Histogram::BucketBoundaries buckets_ = {
      0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
  prometheus::Registry registry_;
  prometheus::Family<prometheus::Counter>& total_ =
      prometheus::BuildCounter()
          .Name("mpart_http_requests_total")
          .Help("HTTP requests answered, by method, route and class of status.")
          .Register(registry_);
  prometheus::Family<prometheus::Histogram>& durations_ =
      prometheus::BuildHistogram()
          .Name("mpart_http_request_duration_seconds")
          .Help("From a whole request to its answer, writing to disk included.")
          .Register(registry_);
  prometheus::Gauge& start_ =
      prometheus::BuildGauge()
          .Name("process_start_time_seconds")
          .Help("When the server was started, in seconds since 1970.")
          .Register(registry_)
          .Add({},
               std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
                   .count());
  prometheus::Gauge& build_ = prometheus::BuildGauge()
                                  .Name("mpart_build_info")
                                  .Help("Always 1; says which version runs.")
                                  .Register(registry_)
                                  .Add({{"version", MPART_VERSION}}, 1);
};

class Metrics::MeasuredReply : public HttpReply {
 public:
  MeasuredReply(std::shared_ptr<HttpReply> reply, Requests& requests, std::string_view method,
                std::string_view route)
      : reply_(std::move(reply)),
        requests_(requests),
        method_(method),
        route_(route),
        since_(Clock::now()) {}

  void send(HttpResponse response) override {
    count(response.status);
    reply_->send(std::move(response));
  }

  std::shared_ptr<EventStream> stream() override {
    count(200);
    return reply_->stream();
  }

 private:
  void count(int status) {
    requests_.count(method_, route_, status,
                    std::chrono::duration<double>(Clock::now() - since_).count());
  }

  std::shared_ptr<HttpReply> reply_;
  Requests& requests_;
  std::string_view method_, route_;
  Clock::time_point since_;
};

Metrics::Metrics() : requests_(std::make_unique<Requests>()) {}
Metrics::~Metrics() = default;

std::shared_ptr<HttpReply> Metrics::measured(std::shared_ptr<HttpReply> reply,
                                             const std::string& method, std::string_view route) {
  return std::make_shared<MeasuredReply>(std::move(reply), *requests_, known_method(method), route);
}

std::string Metrics::text(const Engine& engine, const Connections& connections) const {
  Families families = requests_->collect();
  add_gauge(families, "mpart_http_connections", "Connections that are open.", connections.open);
  add_gauge(families, "mpart_event_streams", "Clients that listen to GET /events.",
            connections.event_streams);
  add_model(families, engine.session());
  add_questions(families, engine);
  add_state(families, engine);
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace mpart::serve
