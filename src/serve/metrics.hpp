#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "serve/engine.hpp"
#include "serve/http_server.hpp"

namespace mpart::serve {

// What a monitoring system reads: figures of the model as they are when asked for, and of the
// requests as they were answered.
class Metrics {
 public:
  struct Connections {
    std::size_t open = 0;
    std::size_t event_streams = 0;
  };

  Metrics();
  ~Metrics();

  // Answers as `reply` does and counts that it did. `route` is a pattern, never a path: there are
  // only so many of them, and they are there for ever. The metrics must outlive it.
  std::shared_ptr<HttpReply> measured(std::shared_ptr<HttpReply> reply, const std::string& method,
                                      std::string_view route);

  // In Prometheus' text format 0.0.4.
  std::string text(const Engine& engine, const Connections& connections) const;

 private:
  class Requests;
  class MeasuredReply;
  std::unique_ptr<Requests> requests_;
};

}  // namespace mpart::serve
