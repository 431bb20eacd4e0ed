// How the server and its model stand, and what its operator does.

#include "mpart/error.hpp"
#include "mpart/version.hpp"
#include "serve/api.hpp"
#include "serve/assets.hpp"
#include "serve/small_bodies.hpp"
#include "wire/sample_json.hpp"

namespace mpart::serve {

namespace {

// The columns that a sample has, in their order.
void add_columns(const Columns& columns, Json& model) {
  for (const Column& column : columns.all()) {
    const std::string_view kind = wire::feature_kind(column.kind);
    if (kind.empty()) continue;
    const Json name = column.name.empty() ? Json() : Json(column.name);
    model["columns"].push_back({{"name", name}, {"kind", kind}});
    if (column.kind == ColumnKind::kCategory) model["columns"].back()["levels"] = column.levels;
  }
}

}  // namespace

// Its form is Label Studio's, which asks for it at an address of its own.
Response Api::get_health(Call& call) { return label_studio_.get_health(call); }

// It answers: that is all there is to it.
Response Api::get_live(Call& /*call*/) { return json_response({{"status", "live"}}); }

// It can take samples and answers.
Response Api::get_ready(Call& /*call*/) {
  engine_.disk().require_writable();
  return json_response({{"status", "ready"}});
}

Response Api::get_metrics(Call& /*call*/) {
  return HttpResponse{200,
                      "text/plain; version=0.0.4; charset=utf-8",
                      metrics_text(engine_,
                                   {.connections = options_.connections(),
                                    .event_streams = events_.count(),
                                    .bytes_received = bytes_received_,
                                    .bytes_sent = bytes_sent_,
                                    .refused_tokens = options_.guard.refused_tokens(),
                                    .clipped_values = engine_.session().counters().clipped_values,
                                    .embedding_queue = embedding_now_,
                                    .log_lines_dropped = options_.log.dropped()},
                                   requests_.families()),
                      {}};
}

Response Api::get_openapi(Call& call) {
  return files_.response(*find_asset(call.path), call.request);
}

Response Api::get_model(Call& /*call*/) { return json_response(model_json(true)); }

Json Api::model_json(bool with_history) const {
  const Session& session = engine_.session();
  const Ledger& ledger = session.ledger();
  const Counters& counters = session.counters();
  const Budget& budget = session.options().budget;
  Json model = {
      {"samples", counters.samples},
      {"nodes", session.learner().node_count()},
      {"edges", session.learner().edge_count()},
      {"classes", session.learner().classes()},
      {"learner", session.options().parameters.learner},
      {"strategy", name_of(session.options().strategy)},
      {"budget",
       {{"questions", budget.questions},
        {"period", budget.period},
        {"left", session.budget_status().left},
        {"position", session.budget_status().position}}},
      {"queries",
       {{"asked", ledger.asked()},
        {"open", engine_.desk().open_count()},
        {"labelled", counters.labels},
        {"skipped", counters.skipped},
        {"withdrawn", engine_.withdrawn()},
        {"expired", counters.expired}}},
      {"answers",
       {{"counted", engine_.scoreboard().counted()}, {"right", engine_.scoreboard().right()}}},
      {"version", version()}};
  if (options_.demo != nullptr) {
    model["demo"] = {{"answers_itself", options_.demo->answers_itself()}};
  }
  if (with_history) {
    add_columns(options_.embedding.form.columns, model);
    Json& history = model["history"] = Json::array();
    for (const Scoreboard::Moment& moment : engine_.scoreboard().history()) {
      history.push_back({moment.samples, moment.asked, moment.labelled, moment.right});
    }
  }
  return model;
}

Response Api::get_graph(Call& call) {
  map_.when_drawn([reply = call.reply, request = call.request](const StoredText& map) {
    reply->send(stored_response(map, "application/json", request));
  });
  return std::nullopt;
}

Response Api::get_events(Call& call) {
  if (call.request.method == "HEAD") return HttpResponse{200, "text/event-stream", ""};
  if (events_.full()) throw unavailable("too many clients listen already");
  events_.add(call.reply->stream());
  return std::nullopt;
}

Response Api::post_snapshot(Call& call) {
  const std::uint64_t samples = engine_.session().counters().samples;
  engine_.disk().snapshot([reply = call.reply, samples](const StateStore::Snapshot& snapshot,
                                                        const std::optional<Error>& error) {
    reply->send(error ? problem_response(*error)
                      : json_response({{"generation", snapshot.generation}, {"samples", samples}}));
  });
  return std::nullopt;
}

Response Api::post_demo(Call& call) {
  if (options_.demo == nullptr) {
    throw not_found("this server runs without --demo");
  }
  options_.demo->answer_itself(read_demo(call.request.body));
  return json_response({{"answers_itself", options_.demo->answers_itself()}});
}

}  // namespace mpart::serve
