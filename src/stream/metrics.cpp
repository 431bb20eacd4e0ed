#include "stream/metrics.hpp"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <mutex>
#include <utility>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::stream {

namespace {

using Families = std::vector<prometheus::MetricFamily>;
using prometheus::MetricType;

Families families_of(const WorkerCounters& counters, const KeyedModels& models) {
  Families families;
  const auto add = [&families](MetricType type, const char* name, const char* help, auto number) {
    prometheus::ClientMetric metric;
    const auto value = static_cast<double>(number);
    (type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = value;
    families.push_back({std::string("mpart_worker_") + name, help, type, {metric}});
  };
  constexpr MetricType kCounter = MetricType::Counter;
  constexpr MetricType kGauge = MetricType::Gauge;
  add(kCounter, "messages_total", "messages whose effect is committed", counters.messages);
  add(kCounter, "samples_total", "samples learned", counters.samples);
  add(kCounter, "questions_total", "questions asked", counters.questions);
  add(kCounter, "answers_total", "answers received", counters.answers);
  add(kCounter, "dead_total", "messages that could not be used", counters.dead);
  add(kCounter, "transactions_total", "transactions committed", counters.transactions);
  add(kCounter, "aborted_total", "transactions aborted", counters.aborted);
  add(kCounter, "state_records_total", "records of states read", counters.state_records);
  add(kCounter, "state_seconds_total", "time spent on reading them", counters.state_seconds);
  add(kCounter, "loaded_total", "models that came back into memory", models.loaded());
  add(kGauge, "partitions", "partitions owned", counters.partitions);
  add(kGauge, "models_in_memory", "models in memory", models.in_memory());
  add(kGauge, "models_bytes", "memory for models, about", models.bytes());
  return families;
}

}  // namespace

std::string metrics_text(const WorkerCounters& counters, const KeyedModels& models) {
  return prometheus::TextSerializer().Serialize(families_of(counters, models));
}

// Written by the worker, read by whoever fetches the page.
class MetricsPage::Board : public prometheus::Collectable {
 public:
  void write(Families families) {
    const std::scoped_lock lock(mutex_);
    families_ = std::move(families);
  }
  Families Collect() const override {
    const std::scoped_lock lock(mutex_);
    return families_;
  }

 private:
  mutable std::mutex mutex_;
  Families families_;
};

struct MetricsPage::Exposer : prometheus::Exposer {
  using prometheus::Exposer::Exposer;
};

MetricsPage::MetricsPage(const std::string& address) : board_(std::make_shared<Board>()) {
  try {
    exposer_ = std::make_unique<Exposer>(address, 1);
  } catch (const std::exception&) {  // it says little
    throw Error(ErrorKind::kBadUse, "metrics cannot be served at " + address);
  }
  exposer_->RegisterCollectable(board_);
}

MetricsPage::~MetricsPage() = default;

void MetricsPage::show(const WorkerCounters& counters, const KeyedModels& models) {
  board_->write(families_of(counters, models));
}

}  // namespace mpart::stream
