#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/engine.hpp"
#include "serve/http_json.hpp"
#include "serve/http_message.hpp"

namespace mpart::serve {

// What became of a query: {"id":17,"state":"labelled","label":"cat"}
Json answer_json(const Session& session, QueryId id);

// Server-sent events: tells all listeners of GET /events what happens. One thread: the
// io_context's.
class Events {
 public:
  using ModelText = std::function<std::string()>;  // makes the data of an event "model"

  Events(boost::asio::io_context& context, const Engine& engine, ModelText model);

  bool full() const;                                     // there is no room for another listener
  void add(std::shared_ptr<EventStream> stream);         // sends it the model at once
  std::size_t count() const { return streams_.size(); }  // listeners
  void hear(const Engine::News& news);                   // to be called with all of the engine's
  void stop();                                           // ends all streams

 private:
  void send_to_all(std::string_view event, const std::string& data);
  void send_model_soon();
  void keep_alive();

  const Engine& engine_;
  ModelText model_;
  std::vector<std::shared_ptr<EventStream>> streams_;
  boost::asio::steady_timer model_timer_, keep_alive_timer_;
  bool model_due_ = false;  // model_timer_ runs
};

}  // namespace mpart::serve
