#pragma once

#include <string>

#include "stream/worker.hpp"

namespace mpart::stream {

// In the text format of Prometheus.
std::string metrics_text(const WorkerCounters& counters, const KeyedModels& models);

}  // namespace mpart::stream
