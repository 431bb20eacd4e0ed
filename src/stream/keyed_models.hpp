#pragma once

#include <cstdint>
#include <cstdio>
#include <list>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mpart/session.hpp"
#include "persist/sqlite.hpp"
#include "stream/messages.hpp"
#include "stream/state_records.hpp"

namespace mpart::stream {

// A copy on the local disk of the state topic's records, for the partitions of this worker. Models
// that are not in memory are rebuilt from it. The topic can fill it again, so it is never flushed,
// and a new worker begins with an empty one. Not thread-safe.
class StateMirror {
 public:
  // Removes the file first, and at the end. Throws Error as persist/sqlite.hpp says; so do all.
  explicit StateMirror(const std::string& file);
  StateMirror(const StateMirror&) = delete;
  StateMirror& operator=(const StateMirror&) = delete;

  // Replaces the records of the same partition, model and name.
  void put(std::int32_t partition, std::span<const SealedRecord> records);

  // The records of one model, in the order of their names. Throws Error(kCorrupt) for a damaged
  // one.
  std::vector<StateRecord> records_of(std::int32_t partition, const std::string& model);

 private:
  // A file that is there as long as the mirror is.
  struct TemporaryFile {
    explicit TemporaryFile(std::string file) : path(std::move(file)) { std::remove(path.c_str()); }
    ~TemporaryFile() { std::remove(path.c_str()); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    std::string path;
  };

  TemporaryFile file_;  // the first member: it is removed after the database has been closed
  sqlite::Database database_;
  sqlite::Statement put_, get_;  // prepared once: they run for every model that comes or goes
};

struct ModelsOptions {
  SessionOptions session{};                         // of a key that is new
  std::string start{};                              // or the bytes of its model, if not empty
  std::size_t memory_bytes = std::size_t{1} << 30;  // of models; the others are in the mirror
  std::size_t piece_bytes = 512 << 10;              // of a snapshot in one message
  std::uint32_t most_deltas = 500;                  // between two snapshots
  std::size_t least_snapshot = 16 << 10;  // deltas up to this size are not worth a new one
};

// What a message led to.
struct Effects {
  std::string answer;                  // for the topic of predictions
  std::vector<std::string> questions;  // for the topic of queries
};

// A model for each key, those used last in memory. What is applied is there at once, and belongs to
// a transaction of the caller's: changes() is what has to be written with it, then committed() or
// aborted() tells how it ended. Not thread-safe.
class KeyedModels {
 public:
  KeyedModels(ModelsOptions options, StateMirror& mirror)
      : options_(std::move(options)), mirror_(mirror) {}

  // Throw Error(kInvalidData) if the message is not for this model; nothing has changed then.
  // Error(kInternal) if its state is damaged.
  Effects learn(std::int32_t partition, const std::string& key, SampleMessage message,
                std::int64_t offset);
  Effects answer(std::int32_t partition, const std::string& key, const LateAnswer& late,
                 std::int64_t offset);

  using Changes = std::map<std::int32_t, std::vector<SealedRecord>>;  // by partition
  // Since the last committed() or aborted(); nothing may be applied after.
  const Changes& changes();
  void committed();
  void aborted();

  void forget(std::int32_t partition);  // it belongs to another worker now

  const Session& session(std::int32_t partition, const std::string& key) {
    return model(partition, key).session;
  }
  std::size_t in_memory() const { return models_.size(); }
  std::size_t bytes() const { return bytes_; }
  std::uint64_t loaded() const { return loaded_; }  // times that a model came from the mirror

 private:
  using Id = std::pair<std::int32_t, std::string>;
  struct Model {
    Session session;
    std::uint64_t generation = 0;  // 0: nothing is written yet
    std::uint32_t deltas = 0;
    std::size_t delta_bytes = 0, snapshot_bytes = 0;
    Writer inputs{};  // of this transaction
    std::list<Id>::iterator place{};
    std::size_t bytes = 0;  // about, in memory
  };

  Model& model(std::int32_t partition, const std::string& key);
  Model load(const Id& id);
  std::vector<StateRecord> written(const std::string& key, Model& model) const;
  void weigh(Model& model);
  void drop(std::map<Id, Model>::iterator model);

  ModelsOptions options_;
  StateMirror& mirror_;
  std::map<Id, Model> models_;
  std::list<Id> by_use_;  // the one used last is the last
  std::size_t bytes_ = 0;
  std::vector<Id> changed_;  // in this transaction
  Changes changes_;
  std::uint64_t loaded_ = 0;
};

}  // namespace mpart::stream
