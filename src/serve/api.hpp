#pragma once

#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/demo.hpp"
#include "serve/engine.hpp"
#include "serve/events.hpp"
#include "serve/graph_map.hpp"
#include "serve/guard.hpp"
#include "serve/http_server.hpp"
#include "serve/label_studio.hpp"
#include "serve/metrics.hpp"
#include "serve/request_body.hpp"
#include "serve/server.hpp"

namespace mpart::serve {

// The HTTP interface, docs/http-api.md.
class Api {
 public:
  struct Options {
    Demo* demo = nullptr;  // may be null
    Guard guard;
    std::function<std::size_t()> connections;  // how many are open
    Embedding embedding{};
    std::string label_studio_key;
  };

  Api(boost::asio::io_context& context, Engine& engine, Options options);

  void handle(HttpRequest request, const std::shared_ptr<HttpReply>& reply);
  void stop();

  // All that it knows: "GET /model"; {id} stands for a number. The page's own files are beside.
  static std::vector<std::string> routes();

 private:
  struct Call;
  struct Route;
  struct Found;
  using Response = std::optional<HttpResponse>;  // nothing: it comes later

  static std::span<const Route> table();
  static Found find(Call& call);
  Response answer(const Found& found, Call& call);

  Response get_health(Call& call);
  Response get_model(Call& call);
  Response get_graph(Call& call);
  Response get_metrics(Call& call);
  Response get_openapi(Call& call);
  Response get_events(Call& call);
  Response post_snapshot(Call& call);
  Response post_demo(Call& call);

  using Reply = std::shared_ptr<HttpReply>;
  using Then = Response (Api::*)(Samples& samples, const Reply& reply);

  static Response guarded(const std::function<Response()>& work);  // errors become answers

  Response post_samples(Call& call);
  Response post_predict(Call& call);
  Response embed_then(Call& call, Then then);
  Response learn(Samples& samples, const Reply& reply);
  Response predict(Samples& samples, const Reply& reply);

  Response post_setup(Call& call);
  Response post_webhook(Call& call);
  Response get_versions(Call& call);

  Response get_queries(Call& call);
  Response get_query(Call& call);
  Response post_next(Call& call);
  Response post_label(Call& call);
  Response post_skip(Call& call);
  Response delete_label(Call& call);
  Response answer_query(Call& call, Answer answer);

  void draw_map();

  boost::asio::io_context& context_;
  Engine& engine_;
  Options options_;
  LabelStudio label_studio_;
  GraphMap map_;
  QuestionDesk::Time map_drawn_;
  Metrics metrics_;
  Events events_;
  std::size_t embedding_now_ = 0;              // requests
  boost::asio::thread_pool embedding_thread_;  // the last member: it ends first
};

}  // namespace mpart::serve
