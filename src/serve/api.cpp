#include "serve/api.hpp"

#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>

#include "mpart/error.hpp"
#include "serve/assets.hpp"
#include "serve/embedding.hpp"
#include "serve/query_string.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::serve {

// Below /v1; without it they are deprecated.
std::span<const Route<Api>> Api::versioned_routes() {
  constexpr Access kToken = Access::kToken;
  static constexpr Route<Api> kTable[] = {
      {"POST", "/samples", &Api::post_samples, kToken, kSamplesBody, true, true},
      {"POST", "/predict", &Api::post_predict, kToken, kSamplesBody, true},
      {"POST", "/answers", &Api::post_answers, kToken, kAnswersBody, false, true},
      {"GET", "/budget", &Api::get_budget},
      {"PUT", "/budget", &Api::put_budget},
      {"POST", "/budget", &Api::post_budget, kToken, kSmallBody, false, true},
      {.method = "GET",
       .pattern = "/queries",
       .answer = &Api::get_queries,
       .parameters = "state limit cursor label sample"},
      {"POST", "/queries/next", &Api::post_next},
      {"GET", "/queries/{id}", &Api::get_query},
      {"POST", "/queries/{id}/label", &Api::post_label, kToken, kSmallBody, false, true},
      {"PUT", "/queries/{id}/label", &Api::post_label},
      {"DELETE", "/queries/{id}/label", &Api::delete_label},
      {"POST", "/queries/{id}/skip", &Api::post_skip, kToken, kSmallBody, false, true},
      {"GET", "/model", &Api::get_model},
      {"GET", "/graph", &Api::get_graph},
      {"GET", "/events", &Api::get_events},
      {"POST", "/snapshot", &Api::post_snapshot},
      {"POST", "/demo", &Api::post_demo},
  };
  return kTable;
}

// Addresses of before there were versions.
std::span<const Route<Api>> Api::old_routes() {
  static constexpr Route<Api> kTable[] = {
      {"PUT", "/queries/{id}", &Api::post_label},
      {"DELETE", "/queries/{id}", &Api::delete_label},
  };
  return kTable;
}

// For whoever runs the server, at addresses that every such tool expects.
std::span<const Route<Api>> Api::operator_routes() {
  static constexpr Route<Api> kTable[] = {
      {"GET", "/health", &Api::get_health, Access::kProbe},
      {"GET", "/health/live", &Api::get_live, Access::kProbe},
      {"GET", "/health/ready", &Api::get_ready, Access::kProbe},
      {"GET", "/metrics", &Api::get_metrics},
      {"GET", "/openapi.json", &Api::get_openapi},
  };
  return kTable;
}

// What answers a request: one of the three, or none.
struct Api::Found {
  PathMatch path;
  const Route<Api>* own = nullptr;
  bool is_versioned = false;  // `own` has its place below /v1
  const Route<LabelStudio>* label_studio = nullptr;
  const Asset* asset = nullptr;

  // For metrics, which must not depend on what clients invent.
  std::string_view name() const {
    if (!path.pattern.empty()) return path.pattern;
    return asset != nullptr ? "page" : "other";
  }
};

namespace {

HttpResponse no_such_route(const PathMatch& match, std::string_view path) {
  if (match.pattern.empty()) {
    constexpr std::size_t kShown = 100;
    return refusal_response(404, "no such path: " + sanitize_text(path, kShown));
  }
  HttpResponse response = refusal_response(405, "method not allowed, use " + match.methods);
  response.headers.emplace_back("Allow", match.methods);
  return response;
}

bool has_type(std::string_view content_type, std::string_view type) {
  return content_type.starts_with(type) &&
         (content_type.size() == type.size() || content_type[type.size()] == ';' ||
          content_type[type.size()] == ' ');
}

bool is_lines(std::string_view content_type) {
  return has_type(content_type, "application/x-ndjson") ||
         has_type(content_type, "application/jsonl");
}

// What is wrong with a body before it is read.
std::optional<HttpResponse> refuse_body(const HttpRequest& request, bool by_lines) {
  if (!request.has_body) return std::nullopt;
  if (!request.content_encoding.empty() && request.content_encoding != "identity") {
    return refusal_response(415, "a body without Content-Encoding is needed");
  }
  if (by_lines && is_lines(request.content_type)) return std::nullopt;
  if (has_type(request.content_type, "application/json")) return std::nullopt;
  return refusal_response(
      415, by_lines ? "Content-Type: application/json or application/x-ndjson is needed"
                    : "Content-Type: application/json is needed");
}

}  // namespace

std::vector<std::string> Api::routes() {
  std::vector<std::string> names;
  const auto append = [&](const auto& routes, const std::string& prefix) {
    for (const auto& route : routes) {
      names.push_back(std::string(route.method) + ' ' + prefix + std::string(route.pattern));
    }
  };
  append(versioned_routes(), "/v1");
  append(operator_routes(), "");
  append(LabelStudio::routes(), "");
  return names;
}

Api::Found Api::find(std::string_view method, Address& address) {
  Found found;
  found.own = find_route(versioned_routes(), method, address, found.path);
  found.is_versioned = true;
  if (found.own == nullptr && !address.is_versioned) {
    found.own = find_route(old_routes(), method, address, found.path);
  }
  if (!found.path.pattern.empty() || address.is_versioned) return found;
  found.is_versioned = false;
  found.own = find_route(operator_routes(), method, address, found.path);
  if (!found.path.pattern.empty()) return found;
  found.label_studio = find_route(LabelStudio::routes(), method, address, found.path);
  if (!found.path.pattern.empty() || !answers_method("GET", method)) return found;
  found.asset = find_asset(address.path);
  if (found.asset != nullptr) found.path.access = Access::kEverybody;
  return found;
}

Api::Api(boost::asio::io_context& context, Engine& engine, Options options)
    : context_(context),
      engine_(engine),
      options_(std::move(options)),
      label_studio_(engine, options_.label_studio_key),
      events_(context, engine, [this] { return json_response(model_json(false)).body; }),
      reader_(sample_rules(options_.embedding.form)),
      map_(context, slow_thread_, engine.session()) {
  reader_.set_columns(&options_.embedding.form.columns);
  require_fit(options_.embedding, engine_.session().learner().width());
  engine_.on_news([this](const Engine::News& news) {
    if (options_.demo != nullptr) options_.demo->hear(news);
    events_.hear(news);
  });
}

void Api::stop() {
  events_.stop();
  embedding_thread_.stop();
  slow_thread_.stop();
}

Response Api::guarded(const std::function<Response()>& work) {
  try {
    return work();
  } catch (const Error& error) {
    return problem_response(error);
  }
}

Admission Api::admit(const HttpRequest& header) {
  Address address(header.target);
  const Found found = find(header.method, address);
  Admission admission{.route = found.name()};
  if (found.own != nullptr) admission.most_body_bytes = found.own->most_body_bytes;
  if (found.label_studio != nullptr) {
    admission.most_body_bytes = found.label_studio->most_body_bytes;
  }
  admission.deprecated = found.own != nullptr && found.is_versioned && !address.is_versioned;
  const bool may_have_lines = found.own != nullptr && found.own->by_lines;
  admission.refused =
      options_.guard.refuse(header, found.path.access, std::chrono::steady_clock::now());
  const bool is_there =
      found.own != nullptr || found.label_studio != nullptr || found.asset != nullptr;
  if (!admission.refused && !is_there && header.has_body) {  // a body that nobody would read
    admission.refused = no_such_route(found.path, address.path);
  }
  if (!admission.refused) admission.refused = refuse_body(header, may_have_lines);
  admission.by_lines = may_have_lines && header.has_body && is_lines(header.content_type);
  if (!admission.refused && admission.by_lines && header.idempotency_key) {
    admission.refused = refusal_response(400, "lines cannot be repeated by an Idempotency-Key");
  }
  return admission;
}

void Api::answer(HttpRequest&& request, std::shared_ptr<HttpReply> reply) {
  Call call(std::move(request), std::move(reply));
  const Found found = find(call.request.method, call);
  Response response = guarded([&] { return respond(found, call); });
  if (response) call.reply->send(std::move(*response));
}

Response Api::respond(const Found& found, Call& call) {
  if (found.own != nullptr) {
    check_query_string(call.query, found.own->parameters);
    if (found.own->by_key && call.request.idempotency_key) return respond_once(*found.own, call);
    return (this->*found.own->answer)(call);
  }
  if (found.label_studio != nullptr) return (label_studio_.*found.label_studio->answer)(call);
  if (found.asset != nullptr) return page_response(*found.asset, call.request);
  return no_such_route(found.path, call.path);
}

HttpResponse Api::page_response(const Asset& asset, const HttpRequest& request) {
  HttpResponse response = files_.response(asset, request);
  response.headers.emplace_back(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
      "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors 'none'");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  return response;
}

void Api::answered(const Exchange& exchange) {
  bytes_received_ += exchange.received;
  bytes_sent_ += exchange.sent;
  if (exchange.route == "none") {
    requests_.count_refused(exchange.status);
  } else {
    requests_.count(exchange.method, exchange.route, exchange.status, exchange.seconds);
  }
  log_exchange(exchange);
}

// Requests that fail or take long are always told, one a second of each kind with the number of
// those before it: a client may cause thousands. All are told if that is wanted; it costs time.
void Api::log_exchange(const Exchange& exchange) {
  constexpr double kSlowSeconds = 1;
  constexpr double kMilliseconds = 1000;
  const auto write = [&](LogLevel level, std::string_view message, const LogField& last) {
    options_.log.write(level, message,
                       {{"method", exchange.method},
                        {"target", exchange.target},
                        {"status", exchange.status},
                        {"ms", kMilliseconds * exchange.seconds},
                        {"received", exchange.received},
                        {"sent", exchange.sent},
                        {"client", exchange.client},
                        {"request_id", exchange.id},
                        last});
  };
  const bool failed = exchange.status >= 500;
  const bool slow = exchange.seconds > kSlowSeconds;
  const std::uint64_t count = failed ? requests_failed_[exchange.status].count()
                              : slow ? request_slow_.count()
                                     : 0;
  if (count > 0 && failed) {
    write(LogLevel::kError, "request failed", {"count", count});
  } else if (count > 0) {
    write(LogLevel::kWarning, "slow request", {"count", count});
  } else if (options_.access_log) {
    write(LogLevel::kInfo, "request", {"route", exchange.route});
  }
  const bool is_token = exchange.status == 401 || exchange.status == 429;
  if (!is_token) return;
  if (const std::uint64_t refused = token_refused_.count()) {
    options_.log.warning("tokens refused", {{"client", exchange.client}, {"count", refused}});
  }
}

void Api::send_later(const Call& call, std::function<HttpResponse()> make) {
  boost::asio::post(slow_thread_, [this, make = std::move(make), reply = call.reply]() mutable {
    Response response = guarded([&] { return Response(make()); });
    // Moved, not copied: the last one to hold a reply ends its connection, which is not for this
    // thread to do.
    boost::asio::post(context_,
                      [reply = std::move(reply), response = std::move(response)]() mutable {
                        reply->send(std::move(*response));
                      });
  });
}

}  // namespace mpart::serve
