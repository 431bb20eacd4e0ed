#include "serve/api.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "mpart/error.hpp"
#include "serve/assets.hpp"
#include "serve/limits.hpp"
#include "serve/request_body.hpp"
#include "serve/views.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

namespace {

HttpResponse page_response(const Asset& asset) {
  return {200,
          std::string(asset.type),
          std::string(asset.bytes),
          {{"Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
           {"Referrer-Policy", "no-referrer"},
           {"Cache-Control", "no-cache"}}};
}

std::uint64_t number_in(std::string_view text, std::uint64_t otherwise) {
  std::uint64_t number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

struct Api::Call {
  HttpRequest request;
  std::shared_ptr<HttpReply> reply;
  std::string_view path, query;
  bool answered = false;  // or will be, later

  // The value of a key in the query string.
  std::string_view parameter(std::string_view key) const {
    for (std::size_t at = 0; at < query.size();) {
      const std::size_t end = std::min(query.find('&', at), query.size());
      const std::string_view pair = query.substr(at, end - at);
      if (pair.substr(0, key.size()) == key && pair.size() > key.size() &&
          pair[key.size()] == '=') {
        return pair.substr(key.size() + 1);
      }
      at = end + 1;
    }
    return {};
  }
};

Api::Api(boost::asio::io_context& context, Engine& engine, Guard guard, std::string task_key)
    : engine_(engine),
      guard_(std::move(guard)),
      label_studio_(engine, std::move(task_key)),
      model_timer_(context),
      keep_alive_timer_(context) {
  engine_.on_news([this](const Engine::News& news) { hear(news); });
  keep_alive();
}

void Api::stop() {
  model_timer_.cancel();
  keep_alive_timer_.cancel();
  streams_.clear();
}

void Api::handle(HttpRequest request, const std::shared_ptr<HttpReply>& reply) {
  Call call{std::move(request), reply, {}, {}};
  const std::string_view target = call.request.target;
  const std::size_t question = std::min(target.find('?'), target.size());
  call.path = target.substr(0, question);
  call.query = target.substr(std::min(question + 1, target.size()));
  const Asset* asset = call.request.method == "GET" ? find_asset(call.path) : nullptr;
  if (auto refused = guard_.refuse(call.request, asset != nullptr || call.path == "/health",
                                   LabelStudio::calls(call.path))) {
    return reply->send(std::move(*refused));
  }
  if (asset != nullptr) return reply->send(page_response(*asset));
  HttpResponse response;
  try {
    response = answer(call);
  } catch (const Problem& problem) {
    response = error_response(problem.status, problem.what);
  } catch (const Error& error) {
    response = error_response(400, error.what());
  }
  if (!call.answered) reply->send(std::move(response));
}

HttpResponse Api::answer(Call& call) {
  const std::string& method = call.request.method;
  const auto is = [&](std::string_view wanted_method, std::string_view wanted_path) {
    if (call.path != wanted_path) return false;
    if (method != wanted_method) throw Problem{405, std::string(wanted_method) + " is meant here"};
    return true;
  };
  if (is("GET", "/health")) {
    const bool up = engine_.problem().empty();
    return json_response({{"status", up ? "UP" : "DOWN"}, {"model_class", "MPART"}},
                         up ? 200 : 503);
  }
  if (is("GET", "/model")) return json_response(model_json(engine_, true));
  if (is("GET", "/graph")) return get_graph();
  if (is("POST", "/predict")) return post_predict(call);
  if (is("POST", "/setup")) return label_studio_.setup(call.request.body);
  if (is("POST", "/webhook")) return label_studio_.webhook(call.request.body);
  if (is("GET", "/versions")) return label_studio_.versions();
  if (is("POST", "/queries/next")) return post_next(call);
  if (is("GET", "/queries")) return get_queries(call);
  if (is("GET", "/events")) return listen(call), HttpResponse{};
  if (is("POST", "/snapshot")) return post_snapshot(call), HttpResponse{};
  if (is("POST", "/samples")) return post_samples(call), HttpResponse{};
  constexpr std::string_view kQueries = "/queries/";
  if (call.path.substr(0, kQueries.size()) != kQueries) throw Problem{404, "nothing is here"};
  const std::string_view rest = call.path.substr(kQueries.size());
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const QueryId id = number_in(rest.substr(0, slash), 0);
  const std::string_view verb = rest.substr(slash);
  if (id == 0) throw Problem{404, "nothing is here"};
  Answer skip;
  skip.kind = Answer::Kind::kSkip;
  Answer withdraw;
  withdraw.kind = Answer::Kind::kWithdraw;
  if (verb == "/label" && method == "POST") {
    return answer_query(call, id, Answer::of(read_label(call.request.body))), HttpResponse{};
  }
  if (verb == "/skip" && method == "POST") return answer_query(call, id, skip), HttpResponse{};
  if (verb.empty() && method == "PUT") {
    return answer_query(call, id, Answer::of(read_label(call.request.body))), HttpResponse{};
  }
  if (verb.empty() && method == "DELETE") return answer_query(call, id, withdraw), HttpResponse{};
  if (verb.empty() && method == "GET") return get_query(call, id);
  throw Problem{verb.empty() || verb == "/label" || verb == "/skip" ? 405 : 404, "not that way"};
}

void Api::post_samples(Call& call) {
  if (!engine_.problem().empty()) throw Problem{507, engine_.problem()};
  const Json body = parsed(call.request.body);
  const bool many = body.is_array();
  if (!many && !body.is_object()) throw Problem{400, "a sample or an array of samples expected"};
  if (many && body.size() > kMostSamples) throw Problem{413, "at most 4096 samples at a time"};
  std::vector<Sample> samples(many ? body.size() : 1);
  std::vector<Show> shows(samples.size());
  const std::size_t width = engine_.session().learner().width();
  for (std::size_t i = 0; i < samples.size(); ++i) {  // all are checked before the first is learned
    const Json& object = many ? body[i] : body;
    const auto where = [&](const std::string& what) {
      return Problem{400, many ? "sample " + std::to_string(i) + ": " + what : what};
    };
    try {
      if (!object.is_object()) throw Problem{400, "an object expected"};
      read_values(object, samples[i].values);
      samples[i].id = text_of(object, "id", kLongestLabel);
      shows[i] = read_show(object);
    } catch (const Problem& problem) {
      throw where(problem.what);
    }
    const std::size_t expected = width != 0 ? width : samples[0].values.size();
    if (samples[i].values.empty() || samples[i].values.size() != expected) {
      throw where(std::to_string(expected) + " values expected, " +
                  std::to_string(samples[i].values.size()) + " found");
    }
    for (const double value : samples[i].values) {
      if (!std::isfinite(value)) throw where("values must be finite");
    }
  }
  Json results = Json::array();
  bool asked = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const QueryId before = engine_.session().ledger().asked();
    const Step& step = engine_.observe(samples[i], std::move(shows[i]));
    Json result = {{"time", step.time}, {"queries", Json::array()}};
    put_guess(result, engine_.session(), step.prediction);
    for (QueryId id = before + 1; id <= before + step.asked; ++id) result["queries"].push_back(id);
    asked = asked || step.asked > 0;
    results.push_back(std::move(result));
  }
  HttpResponse response = json_response(many ? results : results[0]);
  call.answered = true;
  if (!asked) return call.reply->send(std::move(response));
  engine_.when_written([reply = call.reply, response](const Engine::Written& written) {
    reply->send(written.problem.empty() ? response : error_response(507, written.problem));
  });
}

HttpResponse Api::post_predict(Call& call) {
  const Json body = parsed(call.request.body);
  if (body.is_object() && body.contains("tasks")) {
    label_studio_.predict(body, call.reply);
    call.answered = true;
    return {};
  }
  const auto predict = [&](const Json& object) {
    if (!object.is_object()) throw Problem{400, "a sample or an array of samples expected"};
    Sample sample;
    read_values(object, sample.values);
    Prediction prediction;
    engine_.predict(sample, prediction);
    Json result = {{"activated", prediction.activated}, {"epistemic", prediction.epistemic},
                   {"aleatoric", prediction.aleatoric}, {"uncertainty", prediction.uncertainty},
                   {"density", prediction.density},     {"score", prediction.score}};
    put_guess(result, engine_.session(), prediction);
    result["probabilities"] = probabilities_of(engine_.session(), prediction);
    return result;
  };
  if (!body.is_array()) return json_response(predict(body));
  if (body.size() > kMostSamples) throw Problem{413, "at most 4096 samples at a time"};
  Json results = Json::array();
  for (const Json& object : body) results.push_back(predict(object));
  return json_response(results);
}

HttpResponse Api::get_queries(const Call& call) {
  const std::string_view state = call.parameter("state");
  const std::size_t limit = std::min(number_in(call.parameter("limit"), 50), kMostQueries);
  const Ledger& ledger = engine_.session().ledger();
  Json queries = Json::array();
  for (std::size_t i = ledger.size(); i > 0 && queries.size() < limit; --i) {
    const LedgerEntry& asked = ledger.at(i - 1);
    if (state.empty() || state == name_of(asked.state)) {
      queries.push_back(query_json(engine_, map_, asked));
    }
  }
  return json_response({{"queries", queries}, {"open", engine_.desk().open_count()}});
}

HttpResponse Api::get_query(const Call& /*call*/, QueryId id) {
  const LedgerEntry* asked = engine_.session().ledger().find(id);
  if (asked == nullptr) throw Problem{404, "query " + std::to_string(id) + " is not known"};
  return json_response(query_json(engine_, map_, *asked));
}

HttpResponse Api::post_next(const Call& call) {
  const Json body = parsed(call.request.body);
  if (!body.is_object()) throw Problem{400, R"({"client":"..."} expected)"};
  const std::string client = text_of(body, "client", kLongestClient);
  if (client.empty()) throw Problem{400, "\"client\" is needed"};
  std::optional<QueryId> after;
  if (const auto found = body.find("after"); found != body.end() && found->is_number_unsigned()) {
    after = found->get<QueryId>();
  }
  const std::optional<QueryId> id = engine_.next(client, after);
  draw_map();
  if (!id) return {204, "application/json", "", {}};
  return get_query(call, *id);
}

void Api::answer_query(Call& call, QueryId id, Answer answer) {
  if (!engine_.problem().empty()) throw Problem{507, engine_.problem()};
  try {
    engine_.answer(id, std::move(answer));
  } catch (const Error& error) {
    throw Problem{404, error.what()};
  }
  call.answered = true;
  engine_.when_written([this, id, reply = call.reply](const Engine::Written& written) {
    if (!written.problem.empty()) return reply->send(error_response(507, written.problem));
    if (const auto refused = written.refused.find(id); refused != written.refused.end()) {
      return reply->send(error_response(409, refused->second));
    }
    const LedgerEntry* asked = engine_.session().ledger().find(id);
    reply->send(asked == nullptr ? error_response(404, "the query has expired")
                                 : json_response(query_json(engine_, map_, *asked)));
  });
}

HttpResponse Api::get_graph() {
  draw_map();
  Json nodes = Json::array();
  for (const GraphMap::Node& node : map_.nodes()) {
    nodes.push_back({node.x, node.y, node.wins, node.label});
  }
  Json edges = Json::array();
  for (const GraphMap::Edge& edge : map_.edges()) {
    edges.push_back({edge.from, edge.to, edge.weight});
  }
  return json_response(
      {{"classes", engine_.session().learner().classes()}, {"nodes", nodes}, {"edges", edges}});
}

// At most once a second: many pages may look at it.
void Api::draw_map() {
  constexpr std::size_t kMostNodes = 5000;
  constexpr std::size_t kMostEdges = 20000;
  const auto now = std::chrono::steady_clock::now();
  if (!map_.nodes().empty() && now - map_drawn_ < std::chrono::seconds(1)) return;
  map_drawn_ = now;
  map_.draw(engine_.session().learner().graph(), kMostNodes, kMostEdges);
}

void Api::post_snapshot(Call& call) {
  call.answered = true;
  const std::uint64_t samples = engine_.session().counters().samples;
  engine_.snapshot([reply = call.reply, samples](const StateStore::Snapshot& snapshot,
                                                 const std::string& problem) {
    reply->send(problem.empty()
                    ? json_response({{"generation", snapshot.generation}, {"samples", samples}})
                    : error_response(507, problem));
  });
}

void Api::listen(Call& call) {
  constexpr std::size_t kMostStreams = 256;
  if (streams_.size() >= kMostStreams) throw Problem{503, "too many listen already"};
  call.answered = true;
  streams_.push_back(call.reply->stream());
  streams_.back()->send("event: model\ndata: " + json_response(model_json(engine_, false)).body +
                        "\n\n");
}

void Api::hear(const Engine::News& news) {
  if (news.kind == Engine::News::Kind::kQuery) {
    send_to_all("query", Json{{"id", news.query}}.dump());
  } else if (news.kind == Engine::News::Kind::kAnswer) {
    if (const LedgerEntry* asked = engine_.session().ledger().find(news.query)) {
      const Json query = query_json(engine_, map_, *asked);
      send_to_all(
          "answer",
          json_response({{"id", news.query}, {"state", query["state"]}, {"label", query["label"]}})
              .body);
    }
  }
  if (model_due_ || streams_.empty()) return;
  model_due_ = true;
  model_timer_.expires_after(std::chrono::milliseconds(250));
  model_timer_.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    model_due_ = false;
    send_to_all("model", json_response(model_json(engine_, false)).body);
  });
}

void Api::send_to_all(std::string_view event, const std::string& data) {
  const std::string text = "event: " + std::string(event) + "\ndata: " + data + "\n\n";
  std::erase_if(streams_, [&](const auto& stream) { return !stream->send(text); });
}

// A dead connection is noticed when something is sent over it.
void Api::keep_alive() {
  keep_alive_timer_.expires_after(std::chrono::seconds(15));
  keep_alive_timer_.async_wait([this](const boost::system::error_code& stopped) {
    if (stopped) return;
    std::erase_if(streams_, [](const auto& stream) { return !stream->send(":\n\n"); });
    keep_alive();
  });
}

}  // namespace mpart::serve
