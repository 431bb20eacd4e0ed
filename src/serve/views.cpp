#include "serve/views.hpp"

#include <charconv>
#include <cmath>

namespace mpart::serve {

using Json = nlohmann::json;

namespace {

// Class names that are not UTF-8 are made so.
std::string text_of(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json probabilities_of(const Session& session, const Prediction& prediction) {
  Json all = Json::object();
  if (!prediction.known) return all;
  const auto& classes = session.learner().classes();
  for (std::size_t y = 0; y < prediction.probability.size(); ++y) {
    if (prediction.probability[y] > 0) all[classes[y]] = prediction.probability[y];
  }
  return all;
}

}  // namespace

HttpResponse json_response(const Json& value, int status) {
  return {status, "application/json", text_of(value), {}};
}

HttpResponse error_response(int status, const std::string& what) {
  return json_response({{"error", what}}, status);
}

namespace {

template <typename Number>
void append_number(std::string& out, Number number) {
  char text[32];
  out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

}  // namespace

void append_step(std::string& out, const Session& session, const Step& step, QueryId first_query) {
  const Prediction& prediction = step.prediction;
  out += R"({"time":)";
  append_number(out, step.time);
  out += R"(,"known":)";
  out += prediction.known ? "true" : "false";
  out += R"(,"label":)";
  out += prediction.known ? text_of(session.answer(prediction)) : "null";
  out += R"(,"probability":)";
  if (prediction.known) {
    append_number(out, prediction.probability[prediction.best]);
  } else {
    out += "null";
  }
  out += R"(,"queries":[)";
  for (QueryId id = first_query; id < first_query + step.asked; ++id) {
    if (id > first_query) out += ',';
    append_number(out, id);
  }
  out += "]}";
}

Json prediction_json(const Session& session, const Prediction& prediction) {
  Json result = {{"activated", prediction.activated}, {"epistemic", prediction.epistemic},
                 {"aleatoric", prediction.aleatoric}, {"uncertainty", prediction.uncertainty},
                 {"density", prediction.density},     {"score", prediction.score}};
  result["known"] = prediction.known;
  result["label"] = prediction.known ? Json(session.answer(prediction)) : Json(nullptr);
  result["probability"] =
      prediction.known ? Json(prediction.probability[prediction.best]) : Json(nullptr);
  result["probabilities"] = probabilities_of(session, prediction);
  return result;
}

Json model_json(const Engine& engine, const Demo* demo, bool with_history) {
  const Session& session = engine.session();
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
        {"left", session.standing().left},
        {"position", session.standing().position}}},
      {"queries",
       {{"asked", ledger.asked()},
        {"open", engine.desk().open_count()},
        {"labelled", counters.labels},
        {"skipped", counters.skipped},
        {"withdrawn", engine.withdrawn()},
        {"expired", counters.expired}}},
      {"answers", {{"counted", engine.answers_counted()}, {"right", engine.answers_right()}}},
      {"version", MPART_VERSION}};
  if (demo != nullptr) model["demo"] = {{"answers_itself", demo->answers_itself()}};
  if (with_history) {
    Json& history = model["history"] = Json::array();
    for (const Engine::Moment& moment : engine.history()) {
      history.push_back({moment.samples, moment.asked, moment.labelled, moment.right});
    }
  }
  return model;
}

namespace {

Json label_json(const Session& session, const LedgerEntry& asked) {
  if (asked.state != LedgerEntry::State::kLabelled) return nullptr;
  return session.learner().classes()[asked.receipt.label];
}

}  // namespace

Json answer_json(const Session& session, QueryId id) {
  const LedgerEntry* asked = session.ledger().find(id);
  if (asked == nullptr) return {{"id", id}, {"state", "expired"}, {"label", nullptr}};
  return {{"id", id}, {"state", name_of(asked->state)}, {"label", label_json(session, *asked)}};
}

Json query_json(Engine& engine, const GraphMap& map, const LedgerEntry& asked) {
  const Session& session = engine.session();
  Json query = {{"id", asked.id},
                {"state", name_of(asked.state)},
                {"time", asked.time},
                {"asked", asked.asked},
                {"why",
                 {{"epistemic", asked.reason.epistemic},
                  {"aleatoric", asked.reason.aleatoric},
                  {"density", asked.reason.density},
                  {"score", asked.reason.score},
                  {"threshold", finite(asked.reason.threshold)}}},
                {"label", label_json(session, asked)}};
  if (!asked.name.empty()) query["sample"] = asked.name;
  if (asked.state != LedgerEntry::State::kOpen) return query;
  Prediction guess;
  engine.guess(asked.id, guess);
  query["guess"] = guess.known ? Json{{"label", session.answer(guess)},
                                      {"probability", guess.probability[guess.best]}}
                               : Json(nullptr);
  query["probabilities"] = probabilities_of(session, guess);
  if (const auto place = map.place(asked.values)) query["place"] = {place->x, place->y};
  if (const Show* show = engine.desk().show(asked.id)) {
    Json& shown = query["show"] = Json::object();
    if (!show->picture.empty()) shown["picture"] = show->picture;
    if (!show->text.empty()) shown["text"] = show->text;
    if (!show->link.empty()) shown["link"] = show->link;
  }
  return query;
}

}  // namespace mpart::serve
