#include "stream/worker.hpp"

#include <chrono>
#include <utility>

#include "mpart/error.hpp"
#include "stream/preparation_record.hpp"
#include "wire/error_table.hpp"
#include "wire/limits.hpp"

namespace mpart::stream {

using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::hours kRefresh(1);  // of the offsets in Kafka, if nothing comes

const WorkerOptions& checked(const WorkerOptions& options) {
  require_fit(options.networks);
  return options;
}

}  // namespace

Worker::Worker(const WorkerOptions& options)
    : options_(checked(options)),
      mirror_(options.mirror),
      models_(options.models, mirror_),
      reader_(wire::SampleForm::of(options.preparation)),
      log_(options.kafka, *this) {}

void Worker::run(const std::function<bool()>& stop) {
  while (!stop()) {
    read_batch(stop);
    if (!batch_.empty() || Clock::now() > last_commit_ + kRefresh) process_batch();
  }
  log_.leave();
}

void Worker::read_batch(const std::function<bool()>& stop) {
  batch_.clear();
  Message message;
  auto end = last_commit_ + kRefresh;
  std::size_t bytes = 0;
  while (batch_.size() < options_.most_messages && bytes < options_.most_bytes &&
         Clock::now() < end && !stop()) {
    if (!log_.next(message, options_.most_milliseconds)) continue;
    if (batch_.empty()) end = Clock::now() + std::chrono::milliseconds(options_.most_milliseconds);
    bytes += message.value.size();
    batch_.push_back(std::move(message));
  }
}

void Worker::process_batch() {
  const WorkerCounters before = counters_;
  try {
    log_.begin();
    for (const Message& message : batch_) apply(message);
    const KeyedModels::Changes preparations = new_preparations(models_.changes());
    for (const KeyedModels::Changes* changes : {&preparations, &models_.changes()}) {
      for (const auto& [partition, records] : *changes) {
        for (const SealedRecord& record : records) {
          log_.write(options_.kafka.state, partition, record.name, record.value);
        }
      }
    }
    log_.commit();
    last_commit_ = Clock::now();
    models_.committed();
    for (const auto& [partition, records] : preparations) {
      mirror_.put(partition, records);
      unprepared_.erase(partition);
    }
    counters_.messages += batch_.size();
    ++counters_.transactions;
  } catch (const TransactionLost&) {
    models_.aborted();
    log_.abort();
    counters_ = before;
    ++counters_.aborted;
  }
}

void Worker::apply(const Message& message) {
  try {
    const Effects effects = effects_of(message);
    log_.write(options_.kafka.out, message.partition, message.key, effects.answer);
    for (const std::string& question : effects.questions) {
      log_.write(options_.kafka.queries, message.partition, message.key, question);
    }
    counters_.questions += effects.questions.size();
  } catch (const Error& error) {
    const wire::ErrorRow& row = wire::error_row(error.kind());
    if (!row.dead_letter) throw;
    constexpr std::size_t kShown = 64 << 10;
    log_.write(options_.kafka.dead, -1, message.key.substr(0, kShown),
               message.value.substr(0, kShown),
               {{"reason", error.what()},
                {"kind", std::string(row.name)},
                {"topic", message.topic},
                {"partition", std::to_string(message.partition)},
                {"offset", std::to_string(message.offset)}});
    ++counters_.dead;
  }
}

Effects Worker::effects_of(const Message& message) {
  if (!message.has_key || message.key.empty()) {
    throw invalid_data("no message key; it names the model");
  }
  if (message.key.size() > wire::kLongestKey) {
    throw invalid_data("a key of " + std::to_string(message.key.size()) + " bytes, at most " +
                       std::to_string(wire::kLongestKey) + " expected");
  }
  if (message.topic == options_.kafka.labels) {
    ++counters_.answers;
    return models_.answer(message.partition, message.key, read_answer(message.value),
                          message.offset);
  }
  SampleMessage samples = reader_.read(message.value);
  embed_samples(options_.networks, samples.samples);
  counters_.samples += samples.samples.size();
  return models_.learn(message.partition, message.key, std::move(samples), message.offset);
}

void Worker::assigned(std::int32_t partition) {
  const auto start = Clock::now();
  std::vector<SealedRecord> records;
  const auto keep = [&] {
    mirror_.put(partition, records);
    counters_.state_records += records.size();
    records.clear();
  };
  constexpr std::size_t kAtATime = 10000;
  state_read_[partition] = log_.read_state(
      partition, state_read_[partition], [&](std::string_view name, std::string_view value) {
        records.push_back(
            {StateRecord::read(name, value).model, std::string(name), std::string(value)});
        if (records.back().model != kPreparationKey) with_keys_.insert(partition);
        if (records.size() == kAtATime) keep();
      });
  keep();
  check_preparation(partition);
  counters_.state_seconds += std::chrono::duration<double>(Clock::now() - start).count();
  ++counters_.partitions;
}

void Worker::check_preparation(std::int32_t partition) {
  const std::vector<StateRecord> kept = mirror_.records_of(partition, kPreparationKey);
  if (!kept.empty()) return require_same(kept, options_.preparation, partition);
  if (options_.preparation.empty()) return;
  if (with_keys_.contains(partition) && !options_.takes_unprepared) {
    throw invalid_argument("the states of partition " + std::to_string(partition) +
                           " were made without a preparation, and this worker has " +
                           preparation_text(options_.preparation) +
                           "; start it without --model, or with another --state and --group");
  }
  unprepared_.insert(partition);
}

// With the first change of a partition, so that states and preparation are there together.
KeyedModels::Changes Worker::new_preparations(const KeyedModels::Changes& changes) const {
  KeyedModels::Changes all;
  for (const auto& [partition, records] : changes) {
    if (records.empty() || !unprepared_.contains(partition)) continue;
    for (const StateRecord& record :
         preparation_records(options_.preparation, options_.models.piece_bytes)) {
      all[partition].push_back(sealed(record));
    }
  }
  return all;
}

void Worker::revoked(std::int32_t partition) {
  unprepared_.erase(partition);
  --counters_.partitions;
  models_.forget(partition);
  // Of no transaction yet: whoever has the partition next reads it again.
  std::erase_if(batch_, [&](const Message& message) { return message.partition == partition; });
}

}  // namespace mpart::stream
