#include "stream/worker.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <iostream>
#include <optional>

#include "cli/commands.hpp"
#include "cli/embedding_options.hpp"
#include "cli/model_options.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "cli/served_model.hpp"
#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "stream/metrics.hpp"

namespace mpart {

namespace {

class WorkerCommand : public Command {
 public:
  explicit WorkerCommand(CLI::App* app) : Command(app) {
    stream::KafkaOptions& kafka = options_.kafka;
    app->add_option("--brokers", kafka.brokers, "Kafka brokers, host:port, separated by commas")
        ->required();
    app->add_option("--samples", kafka.samples,
                    "topic to read samples from; the message key names the model")
        ->required();
    app->add_option("--labels", kafka.labels, "topic to read answers from")->required();
    app->add_option("--out", kafka.out, "topic to write predictions to")->required();
    app->add_option("--queries", kafka.queries, "topic to write queries to")->required();
    app->add_option("--state", kafka.state, "topic to keep models in; it must be compacted")
        ->required();
    app->add_option("--model", model_path_,
                    "begin every new key with this model, whose samples are prepared as it says");
    app->add_option("--dead", kafka.dead, "topic to write messages to that cannot be used")
        ->capture_default_str();
    app->add_option("--group", kafka.group, "consumer group; its workers share the keys")
        ->capture_default_str();
    app->add_option("--name", kafka.name,
                    "name of this worker, the same after a restart (default: host and process)");
    app->add_option("--mirror", options_.mirror, "local file for models that are not in memory")
        ->capture_default_str();
    add_count(*app, "--memory-mb", memory_mb_, "memory for models, in MB", 1);
    add_count(*app, "--most-messages", options_.most_messages, "most messages in a transaction", 1);
    app->add_option("--wait-ms", options_.most_milliseconds,
                    "longest time that a message waits for others, in ms")
        ->capture_default_str()
        ->check(CLI::Range(1, 10000));
    app->add_option("--kafka", settings_,
                    "NAME=VALUE for librdkafka, such as security.protocol=SSL");
    app->add_option("--metrics", metrics_path_,
                    "file for Prometheus' textfile collector, written every 5 s");
    app->add_option("--metrics-listen", metrics_address_,
                    "HOST:PORT at which to serve /metrics for Prometheus");
    embedding_.add_networks_to(*app);
    model_options_.add_to(*app);
  }

  int run() override {
    if (!model_path_.empty() && ModelOptions::given(app())) {
      throw invalid_argument(
          "--model brings its own parameters and budget; leave these options out");
    }
    if (model_path_.empty()) {
      options_.models.session = model_options_.checked();
    } else {
      options_.models.start =
          encode_model(load_served(model_path_, embedding_, options_.preparation));
      options_.takes_unprepared = false;
    }
    options_.models.memory_bytes = memory_mb_ << 20;
    if (options_.kafka.name.empty()) options_.kafka.name = default_name();
    for (const std::string& setting : settings_) add_setting(setting);
    if (embedding_.given()) options_.networks = embedding_.chain();
    const Columns columns = options_.preparation.columns;
    options_.preparation = embedding_.preparation();
    options_.preparation.columns = columns;
    if (!metrics_address_.empty()) metrics_page_.emplace(metrics_address_);
    stream::Worker worker(options_);  // may wait for Kafka: Ctrl-C ends that at once
    catch_interrupts();
    std::cerr << "worker " << options_.kafka.name << " of group " << options_.kafka.group << '\n';
    for (const std::string& line : options_.preparation.describe()) std::cerr << line << '\n';
    worker.run([&] {
      write_metrics(worker);
      return interrupted();
    });
    const stream::WorkerCounters& counters = worker.counters();
    std::cerr << grouped(counters.messages) << " messages, " << grouped(counters.samples)
              << " samples, " << grouped(counters.questions) << " questions, "
              << grouped(counters.dead) << " that could not be used, "
              << grouped(counters.transactions) << " transactions; "
              << grouped(counters.state_records) << " records of states read in "
              << fixed(counters.state_seconds, 1) << " s\n";
    return kExitDone;
  }

 private:
  static std::string default_name() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) host = {"mpart"};
    return std::string(host.data()) + "-" + std::to_string(::getpid());
  }

  void add_setting(const std::string& setting) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw invalid_argument("--kafka " + setting + ": NAME=VALUE expected");
    }
    options_.kafka.settings[setting.substr(0, equals)] = setting.substr(equals + 1);
  }

  void write_metrics(const stream::Worker& worker) {
    constexpr std::chrono::seconds kEvery(5);
    const auto now = std::chrono::steady_clock::now();
    if (now < next_metrics_) return;
    next_metrics_ = now + kEvery;
    if (metrics_page_) metrics_page_->show(worker.counters(), worker.models());
    if (metrics_path_.empty()) return;
    OutputFile file(metrics_path_);
    file.stream() << stream::metrics_text(worker.counters(), worker.models());
    file.commit();
  }

  stream::WorkerOptions options_;
  std::string model_path_, metrics_path_;
  std::string metrics_address_;
  std::optional<stream::MetricsPage> metrics_page_;
  std::chrono::steady_clock::time_point next_metrics_{};
  EmbeddingOptions embedding_;
  std::size_t memory_mb_ = 1024;
  std::vector<std::string> settings_;
  ModelOptions model_options_;
};

}  // namespace

std::unique_ptr<Command> make_worker(CLI::App* app) { return std::make_unique<WorkerCommand>(app); }

}  // namespace mpart
