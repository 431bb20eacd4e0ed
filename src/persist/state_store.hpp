#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/owned_fd.hpp"

namespace mpart::sqlite {
class Database;
}

namespace mpart {

// A folder that keeps what must not be lost: snapshots of a model, and an ordered log of what
// happened since. Everything in it has a checksum, because a database notices few flipped bits, and
// how long the log is stands in a file of its own, because the tail of a log can be lost without a
// trace. docs/state-format.md has the grammar.
// Used by one thread at a time, and by one process.
class StateStore {
 public:
  struct Event {
    std::uint64_t number = 0;  // from 1, without gaps
    std::uint8_t kind = 0;
    std::string body;
  };

  // What a caller keeps beside a model, by name.
  using Parts = std::map<std::string, std::string>;

  struct Snapshot {
    std::uint64_t generation = 0;
    std::uint64_t through = 0;  // the last event that is in it
    Parts parts;
  };

  // Makes the folder if it is not there. Throws an Error that names it: kUnavailable if another
  // process uses it, kUnsupported if a newer mpart wrote it, kCorrupt if its database cannot be
  // read at all, kInvalidArgument if it, or a file in it, belongs to another user or is a symbolic
  // link in the place of a file, or what the system says. Everything in it is for its owner alone
  // from then on.
  explicit StateStore(std::string folder);
  ~StateStore();
  StateStore(const StateStore&) = delete;
  StateStore& operator=(const StateStore&) = delete;

  // What was changed to open it, a line each: modes that were too open.
  const std::vector<std::string>& notes() const { return notes_; }

  // What is wrong with the folder, a line each; empty if it is sound. Not of the models.
  const std::vector<std::string>& damage() const { return damage_; }

  std::vector<Snapshot> snapshots() const;                      // newest first, at most two
  std::string model_path(std::uint64_t generation) const;       // of a snapshot
  std::vector<Event> events_after(std::uint64_t number) const;  // those that are sound
  std::uint64_t last_event() const { return last_event_; }

  // On disk when it returns, all of them or none. They must be numbered from last_event() + 1 on.
  // Throws Error if that is not possible: kOutOfSpace, kUnavailable or kCorrupt.
  void append(std::span<const Event> events);

  // A named text that belongs to the folder, not to a snapshot; none if it was never set.
  std::optional<std::string> setting(const std::string& name) const;
  void set(const std::string& name, const std::string& value);  // throws as append() does

  // Writes some bytes and takes them back. Throws Error if append() would.
  void try_to_write();

  // Writes a new generation. The one before it stays, with the events since. Throws Error as
  // append() does; the generations before are untouched then.
  Snapshot save_snapshot(std::string_view model, std::uint64_t through, Parts parts = {});

 private:
  void lock_folder();
  void open_database();
  void create_tables();
  void name_parts();
  bool has_table(const std::string& name) const;
  void check_settings();
  void check();
  void find_last_event();
  std::int64_t table_version() const;  // 0: there are no tables yet
  void write_mark(std::uint64_t number);
  void remove_half_written() const;

  std::string folder_;
  OwnedFd lock_;  // for as long as this process uses the folder
  OwnedFd mark_;  // the file with the number of the last event
  std::unique_ptr<sqlite::Database> database_;
  std::uint64_t last_event_ = 0;
  std::vector<std::string> notes_;
  std::vector<std::string> damage_;
};

// The bytes of the file `last` in a folder whose log ends with this event.
std::string encode_mark(std::uint64_t last_event);
std::optional<std::uint64_t> decode_mark(std::string_view bytes);  // none: damaged

}  // namespace mpart
