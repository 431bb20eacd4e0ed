#include "serve/metrics.hpp"

#include <prometheus/gauge.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "metrics/process.hpp"
#include "mpart/version.hpp"

namespace mpart::serve {

using Clock = std::chrono::steady_clock;
using metrics::add_counter;
using metrics::add_gauge;
using metrics::Families;

namespace {

// Clients may send any word as a method, and every series is kept for ever.
std::string_view known_method(std::string_view method) {
  static constexpr std::array<std::string_view, 5> kKnown = {"GET", "POST", "PUT", "DELETE",
                                                             "HEAD"};
  const auto* const known = std::find(kKnown.begin(), kKnown.end(), method);
  return known == kKnown.end() ? "other" : *known;
}

const prometheus::Histogram::BucketBoundaries& duration_buckets() {
  static const prometheus::Histogram::BucketBoundaries buckets = {
      0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};
  return buckets;
}

void add_server(Families& families, const ServerFigures& server) {
  add_gauge(families, "mpart_http_connections", "Connections that are open.", server.connections);
  add_gauge(families, "mpart_event_streams", "Clients that listen to GET /v1/events.",
            server.event_streams);
  add_counter(families, "mpart_http_received_bytes_total", "Bytes of request bodies received.",
              server.bytes_received);
  add_counter(families, "mpart_http_sent_bytes_total",
              "Bytes of answers sent, headers not included.", server.bytes_sent);
  add_counter(families, "mpart_refused_tokens_total", "Requests with a wrong token.",
              server.refused_tokens);
  add_counter(families, "mpart_clipped_values_total",
              "Values of samples that were outside [0,1] and have been clipped.",
              server.clipped_values);
  add_gauge(families, "mpart_embedding_queue", "Requests that wait for networks or are in them.",
            server.embedding_queue);
  add_counter(families, "mpart_log_lines_dropped_total",
              "Lines of the log that were dropped because nobody read them in time.",
              server.log_lines_dropped);
}

void add_model(Families& families, const Session& session) {
  const Learner& learner = session.learner();
  const BudgetStatus status = session.budget_status();
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
            "Questions that may still be asked in the present period.", status.left);
}

void add_questions(Families& families, const Engine& engine) {
  const Counters& counters = engine.session().counters();
  add_counter(families, "mpart_queries_asked_total", "Questions asked, across restarts.",
              engine.session().ledger().asked());
  prometheus::MetricFamily by_state{
      "mpart_queries",
      "Questions by what became of them; open ones wait for an answer.",
      prometheus::MetricType::Gauge,
      {}};
  const auto add_state = [&](const char* state, auto number) {
    prometheus::ClientMetric& metric = by_state.metric.emplace_back();
    metric.label.push_back({"state", state});
    metric.gauge.value = static_cast<double>(number);
  };
  add_state("open", engine.desk().open_count());
  add_state("labelled", counters.labels);
  add_state("skipped", counters.skipped);
  add_state("withdrawn", engine.withdrawn());
  add_state("expired", counters.expired);
  families.push_back(std::move(by_state));
  const auto oldest = engine.desk().oldest_opened();
  const auto age = oldest ? Clock::now() - *oldest : Clock::duration::zero();
  add_gauge(families, "mpart_oldest_open_query_seconds",
            "Seconds since the oldest open question was asked, or since the server was started if "
            "that is later; 0 if none is open.",
            std::chrono::duration<double>(age).count());
  add_gauge(families, "mpart_answers_counted",
            "Latest labels, at most 100, that mpart_answers_right is counted among.",
            engine.scoreboard().counted());
  add_gauge(families, "mpart_answers_right",
            "Latest labels that were what the model had guessed when it asked.",
            engine.scoreboard().right());
}

void add_state(Families& families, const WriteBehind& disk) {
  add_gauge(families, "mpart_state_writable",
            "1 if questions and answers can be written to disk, else 0.", disk.error() ? 0.0 : 1.0);
  add_counter(families, "mpart_state_write_failures_total",
              "Attempts to write questions, answers or snapshots to disk that failed.",
              disk.write_failures());
  add_gauge(families, "mpart_snapshot_generation", "Number of the last snapshot; 0 if none.",
            disk.last_snapshot().generation);
  add_gauge(families, "mpart_snapshot_timestamp_seconds",
            "When the last snapshot was written, in seconds since 1970; 0 if none.",
            disk.last_snapshot_time());
  add_gauge(families, "mpart_snapshot_age_seconds",
            "Seconds since the last snapshot was written; 0 if none.", disk.last_snapshot_age());
}

}  // namespace

RequestMetrics::RequestMetrics()
    : total_(prometheus::BuildCounter()
                 .Name("mpart_http_requests_total")
                 .Help("HTTP requests answered, by method, route and status.")
                 .Register(registry_)),
      durations_(prometheus::BuildHistogram()
                     .Name("mpart_http_request_duration_seconds")
                     .Help("From a whole request to its answer, writing to disk included.")
                     .Register(registry_)),
      embedding_(prometheus::BuildHistogram()
                     .Name("mpart_embedding_seconds")
                     .Help("Time that networks took for a request, waiting not included.")
                     .Register(registry_)
                     .Add({}, duration_buckets())) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  prometheus::BuildGauge()
      .Name("process_start_time_seconds")
      .Help("When the server was started, in seconds since 1970.")
      .Register(registry_)
      .Add({}, std::chrono::duration<double>(now).count());
  prometheus::BuildGauge()
      .Name("mpart_build_info")
      .Help("Always 1; says which version runs.")
      .Register(registry_)
      .Add({{"version", std::string(version())}}, 1);
}

RequestMetrics::Kind& RequestMetrics::kind_of(std::string_view method, std::string_view route,
                                              int status) {
  Kind& kind = kinds_[{route, method, status}];
  if (kind.total == nullptr) {
    kind.total = &total_.Add({{"method", std::string(method)},
                              {"route", std::string(route)},
                              {"status", std::to_string(status)}});
  }
  return kind;
}

void RequestMetrics::count(std::string_view method, std::string_view route, int status,
                           double seconds) {
  Kind& kind = kind_of(known_method(method), route, status);
  if (kind.durations == nullptr) {
    kind.durations = &durations_.Add({{"route", std::string(route)}}, duration_buckets());
  }
  kind.total->Increment();
  kind.durations->Observe(seconds);
}

// Not timed: it was never a whole request.
void RequestMetrics::count_refused(int status) {
  kind_of(known_method({}), "none", status).total->Increment();
}

std::string metrics_text(const Engine& engine, const ServerFigures& server, Families families) {
  add_server(families, server);
  add_model(families, engine.session());
  add_questions(families, engine);
  add_state(families, engine.disk());
  metrics::add_process(families);
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace mpart::serve
