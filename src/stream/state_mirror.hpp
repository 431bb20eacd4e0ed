#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stream/state_records.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace mpart::stream {

// What the topic of states has for the partitions of this worker, on the local disk: models that
// are not in memory are made of it. It is a copy that can be made again, so it is never flushed,
// and a new worker begins with an empty one. Not thread-safe.
class StateMirror {
 public:
  explicit StateMirror(const std::string& file);  // is removed first; throws Error(kFailed)
  ~StateMirror();
  StateMirror(const StateMirror&) = delete;
  StateMirror& operator=(const StateMirror&) = delete;

  void put(std::int32_t partition, std::span<const SealedRecord> records);
  std::vector<StateRecord> records_of(std::int32_t partition, const std::string& model) const;
  std::uint64_t models(std::int32_t partition) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  sqlite3_stmt* prepare(const char* sql) const;
  void execute(const char* sql) const;

  std::string file_;
  sqlite3* database_ = nullptr;
  sqlite3_stmt* put_ = nullptr;
  sqlite3_stmt* get_ = nullptr;
};

}  // namespace mpart::stream
