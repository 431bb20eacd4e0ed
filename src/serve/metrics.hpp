#pragma once

#include <prometheus/counter.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "metrics/families.hpp"
#include "serve/engine.hpp"

namespace mpart::serve {

// Counts and times the requests that are answered. One thread: the io_context's.
class RequestMetrics {
 public:
  RequestMetrics();
  RequestMetrics(const RequestMetrics&) = delete;
  RequestMetrics& operator=(const RequestMetrics&) = delete;

  // `route` is a pattern, never a path, and must live as long as the metrics: clients cannot make
  // up new ones.
  void count(std::string_view method, std::string_view route, int status, double seconds);

  // Counts a request that was refused before its route was known: it is not HTTP, or too large.
  void count_refused(int status);

  // Times the networks' work on one request.
  void add_embedding(double seconds) { embedding_.Observe(seconds); }

  metrics::Families families() const { return registry_.Collect(); }

 private:
  struct Kind {
    prometheus::Counter* total = nullptr;
    prometheus::Histogram* durations = nullptr;
  };

  Kind& kind_of(std::string_view method, std::string_view route, int status);

  prometheus::Registry registry_;
  prometheus::Family<prometheus::Counter>& total_;
  prometheus::Family<prometheus::Histogram>& durations_;
  prometheus::Histogram& embedding_;
  // By route, method and status: the library itself would search its labels, and make a
  // histogram, at every request.
  std::map<std::tuple<std::string_view, std::string_view, int>, Kind> kinds_;
};

// What the server knows of itself, beside its requests. Counters are since the start.
struct ServerFigures {
  std::size_t connections = 0;
  std::size_t event_streams = 0;  // of them
  std::uint64_t bytes_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t refused_tokens = 0;
  std::uint64_t clipped_values = 0;
  std::size_t embedding_queue = 0;  // requests that the networks have not finished
  std::uint64_t log_lines_dropped = 0;
};

// The page for Prometheus, in its text format 0.0.4: `families`, then the present figures of the
// server, its model and its process.
std::string metrics_text(const Engine& engine, const ServerFigures& server,
                         metrics::Families families);

}  // namespace mpart::serve
