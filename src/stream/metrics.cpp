#include "stream/metrics.hpp"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <prometheus/text_serializer.h>

#include <mutex>
#include <utility>

#include "metrics/families.hpp"
#include "mpart/error.hpp"

namespace mpart::stream {

namespace {

using metrics::Families;

Families families_of(const WorkerCounters& counters, const KeyedModels& models) {
  Families families;
  const auto count = [&](const char* name, const char* help, auto number) {
    metrics::add_counter(families, std::string("mpart_worker_") + name, help, number);
  };
  const auto gauge = [&](const char* name, const char* help, auto number) {
    metrics::add_gauge(families, std::string("mpart_worker_") + name, help, number);
  };
  count("messages_total", "messages whose effect is committed", counters.messages);
  count("samples_total", "samples learned", counters.samples);
  count("questions_total", "questions asked", counters.questions);
  count("answers_total", "answers received", counters.answers);
  count("dead_total", "messages that could not be used", counters.dead);
  count("transactions_total", "transactions committed", counters.transactions);
  count("aborted_total", "transactions aborted", counters.aborted);
  count("state_records_total", "records of states read", counters.state_records);
  count("state_seconds_total", "time spent on reading them", counters.state_seconds);
  count("loaded_total", "models that came back into memory", models.loaded());
  gauge("partitions", "partitions owned", counters.partitions);
  gauge("models_in_memory", "models in memory", models.in_memory());
  gauge("models_bytes", "memory for models, about", models.bytes());
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
    throw invalid_argument("metrics cannot be served at " + address);
  }
  exposer_->RegisterCollectable(board_);
}

MetricsPage::~MetricsPage() = default;

void MetricsPage::show(const WorkerCounters& counters, const KeyedModels& models) {
  board_->write(families_of(counters, models));
}

}  // namespace mpart::stream
