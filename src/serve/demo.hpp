#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <string>

#include "serve/engine.hpp"
#include "serve/server.hpp"

namespace mpart::serve {

// Feeds the engine from a stream of its own, so that a person has something to answer at once. It
// waits while many queries are open, and can answer them itself. One thread: the io_context's.
class Demo {
 public:
  Demo(boost::asio::io_context& context, Engine& engine, DemoStream next);

  // Does it label its queries from the stream's labels, or leave them to people?
  bool answers_itself() const { return answers_itself_; }
  void answer_itself(bool on);

  void hear(const Engine::News& news);  // to be called with all of the engine's
  void stop();                          // takes no more samples

 private:
  void wait();
  void observe_one();
  void answer_all();

  Engine& engine_;
  DemoStream next_;
  boost::asio::steady_timer timer_;
  bool answers_itself_ = false;
  std::map<QueryId, std::string> labels_;  // from the stream, for open queries
};

}  // namespace mpart::serve
