#pragma once

#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "serve/demo.hpp"
#include "serve/engine.hpp"
#include "serve/events.hpp"
#include "serve/guard.hpp"
#include "serve/http_json.hpp"
#include "serve/label_studio/label_studio.hpp"
#include "serve/map_drawer.hpp"
#include "serve/metrics.hpp"
#include "serve/routes.hpp"
#include "serve/server.hpp"
#include "serve/stored_files.hpp"
#include "util/log.hpp"

namespace mpart::serve {

// The HTTP interface, docs/http-api.md. It answers in the io_context's thread. Networks run in a
// thread of their own, one request after another; so does whatever else takes long.
class Api : public HttpHandler {
 public:
  struct Options {
    Log& log;
    bool access_log = false;  // every request is a line of the log
    Demo* demo = nullptr;     // null: there is none
    Guard guard{};
    std::function<std::size_t()> connections;  // how many are open
    Embedding embedding{};
    std::string label_studio_key;  // name of the values in a task's data
  };

  Api(boost::asio::io_context& context, Engine& engine, Options options);

  Admission admit(const HttpRequest& header) override;
  void answer(HttpRequest&& request, std::shared_ptr<HttpReply> reply) override;
  std::shared_ptr<LineReader> open_lines(const HttpRequest& request) override;
  void answered(const Exchange& exchange) override;
  void stop();

  // Every route: "GET /v1/model"; {id} stands for a number. The page's own files are not among
  // them, nor are deprecated paths without a version.
  static std::vector<std::string> routes();

 private:
  using Reply = std::shared_ptr<HttpReply>;
  using Then = Response (Api::*)(Samples& samples, const Reply& reply);
  struct Found;

  static std::span<const Route<Api>> versioned_routes();
  static std::span<const Route<Api>> old_routes();
  static std::span<const Route<Api>> operator_routes();
  static Found find(std::string_view method, Address& address);
  static Response guarded(const std::function<Response()>& work);  // an Error becomes a response
  Response respond(const Found& found, Call& call);
  void log_exchange(const Exchange& exchange);
  HttpResponse page_response(const Asset& asset, const HttpRequest& request);

  // Makes the answer in a thread of its own and sends it. `make` must not touch what the
  // io_context's thread uses.
  void send_later(const Call& call, std::function<HttpResponse()> make);

  // api_keys.cpp
  class RememberingReply;
  Response respond_once(const Route<Api>& route, Call& call);
  Response repeat(const RequestLog::Record& known, const Route<Api>& route, Call& call);
  Response present_answer(const Route<Api>& route, Call& call);

  // api_samples.cpp
  bool embeds() const { return !options_.embedding.chain.empty(); }
  bool takes_pictures() const;
  Samples read_samples(const std::string& body, bool learns);
  Response post_samples(Call& call);
  Response post_predict(Call& call);
  Response embed_then(Call& call, Samples samples, Then then);
  Response learn(Samples& samples, const Reply& reply);
  Response predict(Samples& samples, const Reply& reply);
  // Learns a sample and appends what is told of it. True if that must be on disk first.
  bool learn_one(const Sample& sample, wire::Show show, std::string& out);
  void predict_one(const Sample& sample, std::string& out);

  // api_lines.cpp
  class SampleLines;

  // api_queries.cpp
  Response get_queries(Call& call);
  Response get_query(Call& call);
  Response post_next(Call& call);
  Response post_label(Call& call);
  Response post_skip(Call& call);
  Response delete_label(Call& call);
  Response answer_query(Call& call, Answer answer);
  Response send_query(Call& call, Json query);

  // api_answers.cpp
  Response post_answers(Call& call);
  Response present_results(Call& call);
  WriteBehind::Ticket hand_in(QueryId id, Answer answer);

  // api_budget.cpp
  Response get_budget(Call& call);
  Response put_budget(Call& call);
  Response post_budget(Call& call);
  Response send_budget(Call& call);
  Json budget_json() const;

  // api_status.cpp
  Response get_health(Call& call);
  Response get_live(Call& call);
  Response get_ready(Call& call);
  Response get_model(Call& call);
  Json model_json(bool with_history) const;
  Response get_graph(Call& call);
  Response get_metrics(Call& call);
  Response get_openapi(Call& call);
  Response get_events(Call& call);
  Response post_snapshot(Call& call);
  Response post_demo(Call& call);

  boost::asio::io_context& context_;
  Engine& engine_;
  Options options_;
  LabelStudio label_studio_;
  RequestMetrics requests_;
  Events events_;
  StoredFiles files_;
  std::set<std::string> keys_under_way_;  // of requests that are being answered
  OncePerPeriod token_refused_, sample_clipped_;
  OncePerSecond request_slow_;
  std::map<int, OncePerSecond> requests_failed_;       // by status
  std::uint64_t bytes_received_ = 0, bytes_sent_ = 0;  // of bodies
  Prediction prediction_;                              // kept for its memory
  wire::SampleReader reader_;
  std::size_t embedding_now_ = 0;  // requests
  // The last members: they end first.
  boost::asio::thread_pool embedding_thread_{1};
  boost::asio::thread_pool slow_thread_{1};
  MapDrawer map_;
};

}  // namespace mpart::serve
