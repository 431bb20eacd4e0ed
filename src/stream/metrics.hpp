#pragma once

#include <memory>
#include <string>

#include "stream/worker.hpp"

namespace mpart::stream {

// In the text format of Prometheus.
std::string metrics_text(const WorkerCounters& counters, const KeyedModels& models);

// The same at http://ADDRESS/metrics, for Prometheus to fetch.
class MetricsPage {
 public:
  explicit MetricsPage(const std::string& address);  // "host:port"; throws Error(kBadUse)
  ~MetricsPage();
  MetricsPage(const MetricsPage&) = delete;
  MetricsPage& operator=(const MetricsPage&) = delete;

  void show(const WorkerCounters& counters, const KeyedModels& models);  // from now on

 private:
  class Board;
  struct Exposer;
  std::shared_ptr<Board> board_;
  std::unique_ptr<Exposer> exposer_;
};

}  // namespace mpart::stream
