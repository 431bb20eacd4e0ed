#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <string>

#include "serve/engine.hpp"

namespace mpart::serve {

// A stream of its own, so that a person has something to answer at once.
class Demo {
 public:
  // The next sample, its label and what to see of it; false at the end of the stream.
  using Next = std::function<bool(Sample& sample, Show& show)>;

  Demo(boost::asio::io_context& context, Engine& engine, Next next);

  bool answers_itself() const { return answers_itself_; }
  void answer_itself(bool on);
  void hear(const Engine::News& news);
  void stop();

 private:
  void wait();
  void observe_one();
  void answer_all();

  Engine& engine_;
  Next next_;
  boost::asio::steady_timer timer_;
  bool answers_itself_ = false;
  std::map<QueryId, std::string> labels_;  // of open questions
};

}  // namespace mpart::serve
