#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "serve/engine.hpp"
#include "serve/http_server.hpp"

namespace mpart::serve {

// Server-sent events: what happens, to everybody who listens.
class Events {
 public:
  using ModelText = std::function<std::string()>;  // what is sent as the model

  Events(boost::asio::io_context& context, const Engine& engine, ModelText model);

  bool full() const;
  void add(std::shared_ptr<EventStream> stream);
  std::size_t count() const { return streams_.size(); }
  void hear(const Engine::News& news);
  void stop();

 private:
  void send_to_all(std::string_view event, const std::string& data);
  void send_model_soon();
  void keep_alive();

  const Engine& engine_;
  ModelText model_;
  std::vector<std::shared_ptr<EventStream>> streams_;
  boost::asio::steady_timer model_timer_, keep_alive_timer_;
  bool model_due_ = false;
};

}  // namespace mpart::serve
