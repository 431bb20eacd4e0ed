#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mpart/embedder.hpp"
#include "mpart/preparation.hpp"
#include "stream/kafka_log.hpp"
#include "stream/keyed_models.hpp"

namespace mpart::stream {

struct WorkerOptions {
  KafkaOptions kafka;
  ModelsOptions models;
  std::string mirror = "mpart-worker.db";  // file for models that are not in memory
  Preparation preparation{};               // of samples, by `networks`; empty: as they come
  EmbedderChain networks{};
  // States without a preparation are of an older program that did not keep it, unless the models
  // began with one.
  bool takes_unprepared = true;
  std::size_t most_messages = 1000;   // in a transaction
  std::size_t most_bytes = 32 << 20;  // of them, about
  int most_milliseconds = 100;        // that a message waits for others
};

struct WorkerCounters {
  std::uint64_t messages = 0, samples = 0, questions = 0, answers = 0, dead = 0;
  std::uint64_t transactions = 0, aborted = 0;
  std::uint64_t state_records = 0;  // read when partitions came
  double state_seconds = 0;         // that this took
  std::uint64_t partitions = 0;     // owned now
};

// A member of the group: reads what comes for its keys, learns it, and writes what follows; each
// batch is one transaction, so that its effect is there once or not at all. Not thread-safe.
class Worker : private KafkaLog::Owner {
 public:
  explicit Worker(const WorkerOptions& options);

  // Until `stop` says so; finishes the batch it has begun and leaves the group.
  void run(const std::function<bool()>& stop);

  const WorkerCounters& counters() const { return counters_; }
  const KeyedModels& models() const { return models_; }

 private:
  void assigned(std::int32_t partition) override;
  void revoked(std::int32_t partition) override;
  void read_batch(const std::function<bool()>& stop);
  void process_batch();
  void apply(const Message& message);
  Effects effects_of(const Message& message);
  void check_preparation(std::int32_t partition);
  KeyedModels::Changes new_preparations(const KeyedModels::Changes& changes) const;

  WorkerOptions options_;
  StateMirror mirror_;
  KeyedModels models_;
  MessageReader reader_;
  std::set<std::int32_t> with_keys_;   // partitions whose states have a model
  std::set<std::int32_t> unprepared_;  // whose states have yet to be given the preparation
  std::map<std::int32_t, std::int64_t> state_read_;  // by partition: up to where
  std::vector<Message> batch_;
  WorkerCounters counters_;
  std::chrono::steady_clock::time_point last_commit_ = std::chrono::steady_clock::now();
  KafkaLog log_;  // the last: it calls back
};

}  // namespace mpart::stream
