#pragma once

#include <memory>
#include <string>

#include "stream/worker.hpp"

namespace mpart::stream {

// The worker's figures in Prometheus' text format.
std::string metrics_text(const WorkerCounters& counters, const KeyedModels& models);

// Serves the same at http://ADDRESS/metrics, in a thread of its own.
class MetricsPage {
 public:
  explicit MetricsPage(const std::string& address);  // "host:port"; throws Error(kInvalidArgument)
  ~MetricsPage();
  MetricsPage(const MetricsPage&) = delete;
  MetricsPage& operator=(const MetricsPage&) = delete;

  // Replaces what the page shows. To be called in the worker's thread.
  void show(const WorkerCounters& counters, const KeyedModels& models);

 private:
  class Board;
  struct Exposer;
  std::shared_ptr<Board> board_;
  std::unique_ptr<Exposer> exposer_;
};

}  // namespace mpart::stream
