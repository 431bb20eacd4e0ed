#pragma once

#include <prometheus/metric_family.h>

#include <string>
#include <utility>
#include <vector>

// Metrics whose values are known when Prometheus asks for them.
namespace mpart::metrics {

using Families = std::vector<prometheus::MetricFamily>;

// `number` is of any type: Prometheus counts in doubles. `name` follows Prometheus: a counter ends
// in _total.
inline void add_counter(Families& families, std::string name, std::string help, auto number) {
  prometheus::ClientMetric metric;
  metric.counter.value = static_cast<double>(number);
  families.push_back(
      {std::move(name), std::move(help), prometheus::MetricType::Counter, {std::move(metric)}});
}

inline void add_gauge(Families& families, std::string name, std::string help, auto number) {
  prometheus::ClientMetric metric;
  metric.gauge.value = static_cast<double>(number);
  families.push_back(
      {std::move(name), std::move(help), prometheus::MetricType::Gauge, {std::move(metric)}});
}

}  // namespace mpart::metrics
