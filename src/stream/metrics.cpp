#include "stream/metrics.hpp"

#include <sstream>

namespace mpart::stream {

std::string metrics_text(const WorkerCounters& counters, const KeyedModels& models) {
  std::ostringstream text;
  const auto add = [&text](const char* name, const char* type, const char* help, auto value) {
    text << "# HELP mpart_worker_" << name << ' ' << help << "\n# TYPE mpart_worker_" << name << ' '
         << type << "\nmpart_worker_" << name << ' ' << value << '\n';
  };
  add("messages_total", "counter", "messages whose effect is committed", counters.messages);
  add("samples_total", "counter", "samples learned", counters.samples);
  add("questions_total", "counter", "questions asked", counters.questions);
  add("answers_total", "counter", "answers received", counters.answers);
  add("dead_total", "counter", "messages that could not be used", counters.dead);
  add("transactions_total", "counter", "transactions committed", counters.transactions);
  add("aborted_total", "counter", "transactions aborted", counters.aborted);
  add("state_records_total", "counter", "records of states read", counters.state_records);
  add("state_seconds_total", "counter", "time spent on reading them", counters.state_seconds);
  add("loaded_total", "counter", "models that came back into memory", models.loaded());
  add("partitions", "gauge", "partitions owned", counters.partitions);
  add("models_in_memory", "gauge", "models in memory", models.in_memory());
  add("models_bytes", "gauge", "memory for models, about", models.bytes());
  return text.str();
}

}  // namespace mpart::stream
