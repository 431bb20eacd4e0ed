#include "serve/api.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "mpart/error.hpp"
#include "serve/api_call.hpp"
#include "serve/assets.hpp"
#include "serve/embedding.hpp"
#include "serve/numbers.hpp"
#include "serve/request_body.hpp"
#include "serve/views.hpp"

namespace mpart::serve {

using Json = nlohmann::json;

struct Api::Route {
  std::string_view method, pattern;
  Response (Api::*answer)(Call&);
};

std::span<const Api::Route> Api::table() {
  static constexpr Route kTable[] = {
      {"GET", "/health", &Api::get_health},
      {"GET", "/metrics", &Api::get_metrics},
      {"GET", "/openapi.json", &Api::get_openapi},
      {"GET", "/model", &Api::get_model},
      {"GET", "/graph", &Api::get_graph},
      {"GET", "/events", &Api::get_events},
      {"POST", "/snapshot", &Api::post_snapshot},
      {"POST", "/demo", &Api::post_demo},
      {"POST", "/samples", &Api::post_samples},
      {"POST", "/predict", &Api::post_predict},
      {"POST", "/setup", &Api::post_setup},
      {"POST", "/webhook", &Api::post_webhook},
      {"GET", "/versions", &Api::get_versions},
      {"GET", "/queries", &Api::get_queries},
      {"POST", "/queries/next", &Api::post_next},
      {"GET", "/queries/{id}", &Api::get_query},
      {"PUT", "/queries/{id}", &Api::post_label},
      {"DELETE", "/queries/{id}", &Api::delete_label},
      {"POST", "/queries/{id}/label", &Api::post_label},
      {"POST", "/queries/{id}/skip", &Api::post_skip},
  };
  return kTable;
}

// Where a request goes.
struct Api::Found {
  const Route* route = nullptr;  // null if there is none, or none of this method
  std::string_view pattern{};    // of the path, with any method
  std::string allowed{};         // methods, if this one is not
  const Asset* asset = nullptr;
};

namespace {

bool matches(std::string_view pattern, std::string_view path, QueryId& id) {
  constexpr std::string_view kId = "{id}";
  const std::size_t at = pattern.find(kId);
  if (at == std::string_view::npos) return pattern == path;
  const std::string_view end = pattern.substr(at + kId.size());
  if (path.size() <= at + end.size() || path.substr(0, at) != pattern.substr(0, at) ||
      path.substr(path.size() - end.size()) != end) {
    return false;
  }
  const std::optional<std::uint64_t> number =
      whole_number(path.substr(at, path.size() - at - end.size()));
  id = number.value_or(0);
  return id != 0;
}

HttpResponse page_response(const Asset& asset) {
  return {200,
          asset.type,
          std::string(asset.bytes),
          {{"Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
           {"Referrer-Policy", "no-referrer"},
           {"Cache-Control", "no-cache"}}};
}

}  // namespace

std::vector<std::string> Api::routes() {
  std::vector<std::string> all;
  for (const Route& route : table()) {
    all.push_back(std::string(route.method) + ' ' + std::string(route.pattern));
  }
  return all;
}

Api::Found Api::find(Call& call) {
  Found found;
  for (const Route& route : table()) {
    if (!matches(route.pattern, call.path, call.id)) continue;
    found.pattern = route.pattern;
    if (route.method == call.request.method) {
      found.route = &route;
      return found;
    }
    found.allowed += (found.allowed.empty() ? "" : ", ") + std::string(route.method);
  }
  if (found.pattern.empty() && call.request.method == "GET") found.asset = find_asset(call.path);
  return found;
}

Api::Api(boost::asio::io_context& context, Engine& engine, Options options)
    : context_(context),
      engine_(engine),
      options_(std::move(options)),
      label_studio_(engine, options_.label_studio_key),
      events_(context, engine,
              [this] { return json_response(model_json(engine_, options_.demo, false)).body; }),
      embedding_thread_(1) {
  require_fit(options_.embedding, engine_.session().learner().width());
  engine_.on_news([this](const Engine::News& news) {
    if (options_.demo != nullptr) options_.demo->hear(news);
    events_.hear(news);
  });
}

void Api::stop() {
  events_.stop();
  embedding_thread_.stop();
}

Api::Response Api::guarded(const std::function<Response()>& work) {
  try {
    return work();
  } catch (const Problem& problem) {
    return error_response(problem.status, problem.what);
  } catch (const Error& error) {
    return error_response(error.kind() == ErrorKind::kFailed ? 500 : 400, error.what());
  }
}

void Api::handle(HttpRequest request, const std::shared_ptr<HttpReply>& reply) {
  Call call{std::move(request)};
  const std::string_view target = call.request.target;
  const std::size_t question = std::min(target.find('?'), target.size());
  call.path = target.substr(0, question);
  call.query = target.substr(std::min(question + 1, target.size()));
  const Found found = find(call);
  const std::string_view other = found.asset != nullptr ? "page" : "other";
  call.reply =
      metrics_.measured(reply, call.request.method, found.pattern.empty() ? other : found.pattern);
  Response response = guarded([&] { return answer(found, call); });
  if (response) call.reply->send(std::move(*response));
}

Api::Response Api::answer(const Found& found, Call& call) {
  const bool open_to_all = found.asset != nullptr || found.pattern == "/health";
  const bool basic_too = LabelStudio::calls(call.path);
  if (auto refused = options_.guard.refuse(call.request, open_to_all, basic_too)) return refused;
  if (found.asset != nullptr) return page_response(*found.asset);
  if (found.pattern.empty()) throw Problem{404, "nothing is here"};
  if (found.route == nullptr) {
    HttpResponse response = error_response(405, found.allowed + " is meant here");
    response.headers.emplace_back("Allow", found.allowed);
    return response;
  }
  return (this->*found.route->answer)(call);
}

Api::Response Api::get_health(Call& /*call*/) {
  const bool up = engine_.problem().empty();
  return json_response({{"status", up ? "UP" : "DOWN"}, {"model_class", "MPART"}}, up ? 200 : 503);
}

Api::Response Api::get_metrics(Call& /*call*/) {
  return HttpResponse{200,
                      "text/plain; version=0.0.4; charset=utf-8",
                      metrics_.text(engine_, {options_.connections(), events_.count()}),
                      {}};
}

Api::Response Api::get_openapi(Call& call) {
  const Asset* file = find_asset(call.path);
  return HttpResponse{200, file->type, std::string(file->bytes), {}};
}

Api::Response Api::get_model(Call& /*call*/) {
  return json_response(model_json(engine_, options_.demo, true));
}

Api::Response Api::get_graph(Call& /*call*/) {
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

Api::Response Api::get_events(Call& call) {
  if (events_.full()) throw Problem{503, "too many listen already"};
  events_.add(call.reply->stream());
  return std::nullopt;
}

Api::Response Api::post_snapshot(Call& call) {
  const std::uint64_t samples = engine_.session().counters().samples;
  engine_.snapshot([reply = call.reply, samples](const StateStore::Snapshot& snapshot,
                                                 const std::string& problem) {
    reply->send(problem.empty()
                    ? json_response({{"generation", snapshot.generation}, {"samples", samples}})
                    : error_response(507, problem));
  });
  return std::nullopt;
}

Api::Response Api::post_demo(Call& call) {
  if (options_.demo == nullptr) throw Problem{404, "this server runs without --demo"};
  const Json body = parsed(call.request.body);
  const auto wanted = body.is_object() ? body.find("answers_itself") : body.end();
  if (!body.is_object() || wanted == body.end() || !wanted->is_boolean()) {
    throw Problem{400, R"({"answers_itself":true} expected)"};
  }
  options_.demo->answer_itself(wanted->get<bool>());
  return json_response({{"answers_itself", options_.demo->answers_itself()}});
}

}  // namespace mpart::serve
