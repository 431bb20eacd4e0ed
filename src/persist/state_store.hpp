#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/owned_fd.hpp"

struct sqlite3;

namespace mpart {

// A folder that keeps what must not be lost: snapshots of a model, and an ordered log of what
// happened since. Everything in it has a checksum, because a database notices few flipped bits, and
// how long the log is stands in a file of its own, because the tail of a log can be lost without a
// trace. docs/state.md has the grammar.
// Used by one thread at a time, and by one process.
class StateStore {
 public:
  struct Event {
    std::uint64_t number = 0;  // from 1, without gaps
    std::uint8_t kind = 0;
    std::string body;
  };

  struct Snapshot {
    std::uint64_t generation = 0;
    std::uint64_t through = 0;  // the last event that is in it
    std::string beside;         // what the caller keeps beside the model
  };

  // Makes the folder if it is not there. Throws Error(kBadInput) naming it if it cannot be used, or
  // another process does.
  explicit StateStore(std::string folder);
  ~StateStore();
  StateStore(const StateStore&) = delete;
  StateStore& operator=(const StateStore&) = delete;

  const std::string& folder() const { return folder_; }

  // What is wrong with the folder, a line each; empty if it is sound. Not of the models.
  const std::vector<std::string>& damage() const { return damage_; }

  std::vector<Snapshot> snapshots() const;                      // newest first, at most two
  std::string model_path(std::uint64_t generation) const;       // of a snapshot
  std::vector<Event> events_after(std::uint64_t number) const;  // those that are sound
  std::uint64_t last_event() const { return last_event_; }

  // On disk when it returns, all of them or none. They must be numbered from last_event() + 1 on.
  // Throws Error(kFailed) if that is not possible; a full disk is one reason.
  void append(std::span<const Event> events);

  // Throws Error(kFailed) if append() would.
  void try_to_write();

  // A new generation. The one before it stays, with the events since.
  // Throws Error(kFailed); the generations before are untouched then.
  Snapshot save_snapshot(std::string_view model, std::uint64_t through, std::string beside = {});

 private:
  class Statement;
  class Transaction;

  void lock_folder();
  void open_database();
  void check();
  void find_last_event();
  void write_mark(std::uint64_t number);
  [[noreturn]] void fail(const std::string& what) const;
  void execute(const char* sql) const;

  std::string folder_;
  OwnedFd lock_;
  OwnedFd mark_;
  sqlite3* database_ = nullptr;
  std::uint64_t last_event_ = 0;
  std::vector<std::string> damage_;
};

}  // namespace mpart
