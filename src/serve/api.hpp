#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "serve/engine.hpp"
#include "serve/graph_map.hpp"
#include "serve/guard.hpp"
#include "serve/http_server.hpp"
#include "serve/label_studio.hpp"

namespace mpart::serve {

// The HTTP interface, docs/http-api.md.
class Api {
 public:
  Api(boost::asio::io_context& context, Engine& engine, Guard guard, std::string task_key);

  void handle(HttpRequest request, const std::shared_ptr<HttpReply>& reply);
  void stop();

 private:
  struct Call;  // a request, taken apart

  HttpResponse answer(Call& call);
  void post_samples(Call& call);
  HttpResponse post_predict(Call& call);
  HttpResponse get_queries(const Call& call);
  HttpResponse get_query(const Call& call, QueryId id);
  HttpResponse post_next(const Call& call);
  void answer_query(Call& call, QueryId id, Answer answer);
  HttpResponse get_graph();
  void draw_map();
  void post_snapshot(Call& call);
  void listen(Call& call);
  void hear(const Engine::News& news);
  void send_to_all(std::string_view event, const std::string& data);
  void keep_alive();

  Engine& engine_;
  Guard guard_;
  LabelStudio label_studio_;
  GraphMap map_;
  QuestionDesk::Time map_drawn_;
  std::vector<std::shared_ptr<EventStream>> streams_;
  boost::asio::steady_timer model_timer_, keep_alive_timer_;
  bool model_due_ = false;
};

}  // namespace mpart::serve
