#include "persist/backup.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <vector>

#include "mpart/error.hpp"
#include "mpart/session.hpp"
#include "persist/durable_session.hpp"
#include "persist/sqlite.hpp"
#include "persist/state_store.hpp"
#include "util/atomic_file.hpp"
#include "util/owned_fd.hpp"
#include "util/system_error.hpp"

namespace mpart {

namespace {

namespace fs = std::filesystem;

// Removes the copy unless it is finished.
class NewFolder {
 public:
  explicit NewFolder(std::string path) : path_(std::move(path)) {
    if (::mkdir(path_.c_str(), 0700) == 0) return;
    if (errno == EEXIST) throw invalid_argument(path_ + ": exists; a backup needs a new folder");
    throw system_error(path_, errno);
  }
  ~NewFolder() {
    std::error_code ignored;
    if (!finished_) fs::remove_all(path_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }
  void finish() { finished_ = true; }

 private:
  std::string path_;
  bool finished_ = false;
};

void flush_to_disk(const std::string& path) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid() || ::fsync(file.get()) != 0) throw system_error(path, errno);
}

// One read transaction: the copy is the database as it was at one moment.
void copy_database(const std::string& from, const std::string& to) {
  // Made here, because SQLite would make it for everybody to read.
  const OwnedFd file(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.valid()) throw system_error(to, errno);
  const sqlite::Database database(from, sqlite::Database::Access::kReadOnly);
  sqlite::Statement(database, "VACUUM INTO ?").bind_text(to).run();
  flush_to_disk(to);
}

std::vector<std::uint64_t> generations_in(const sqlite::Database& database) {
  std::vector<std::uint64_t> found;
  sqlite::Statement rows(database, "SELECT generation FROM snapshots");
  while (rows.next()) found.push_back(rows.count(0));
  return found;
}

std::uint64_t last_event_in(const sqlite::Database& database) {
  std::uint64_t last = 0;
  for (const char* sql : {"SELECT max(number) FROM events", "SELECT max(through) FROM snapshots"}) {
    sqlite::Statement row(database, sql);
    if (row.next()) last = std::max(last, row.count(0));
  }
  return last;
}

// The last event that was acknowledged. A server may be writing it: one whole read is enough.
std::uint64_t marked_in(const std::string& folder) {
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    if (const auto marked = decode_mark(read_file(folder + "/last"))) return *marked;
  }
  throw corrupt(folder + "/last: damaged; whether the end of the log is missing is unknown");
}

// False: a server has made new snapshots meanwhile and removed a model that the copy needs.
bool copy_once(const std::string& from, const NewFolder& to) {
  const std::uint64_t acknowledged = marked_in(from);
  copy_database(from + "/state.db", to.file("state.db"));
  const sqlite::Database copy(to.file("state.db"), sqlite::Database::Access::kReadOnly);
  for (const std::uint64_t generation : generations_in(copy)) {
    const std::string name = "model-" + std::to_string(generation) + ".mpart";
    try {
      write_private_file(to.file(name), read_file(fs::path(from) / name));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kNotFound) return false;
      throw;
    }
  }
  if (fs::exists(fs::path(from) / "preparation")) {  // of samples, before they are learned
    write_private_file(to.file("preparation"), read_file(fs::path(from) / "preparation"));
  }
  const std::uint64_t last = last_event_in(copy);
  if (last < acknowledged) {
    throw corrupt(from + "/state.db: the end of the log is missing: it has events up to " +
                  std::to_string(last) + ", " + std::to_string(acknowledged) +
                  " were acknowledged");
  }
  write_private_file(to.file("last"), encode_mark(last));
  return true;
}

// Opens the copy as a server would.
BackupResult check(const std::string& path) {
  const StateStore store(path);
  const DurableSession session(store, Session(), false);
  const std::vector<StateStore::Snapshot> snapshots = store.snapshots();
  return {snapshots.empty() ? 0 : snapshots.front().generation, store.last_event()};
}

}  // namespace

BackupResult backup_state(const std::string& from, const std::string& to) {
  if (!fs::exists(from + "/state.db")) {
    throw not_found(from + "/state.db: no such file; is this the folder of --state?");
  }
  constexpr int kTries = 10;  // a server makes a snapshot every few seconds
  for (int i = 0; i < kTries; ++i) {
    NewFolder folder(to);
    if (!copy_once(from, folder)) continue;
    const BackupResult result = check(to);
    flush_to_disk(to);
    folder.finish();
    return result;
  }
  throw unavailable(from + ": new snapshots come faster than they can be copied; try again, or " +
                    "raise --snapshot-every");
}

}  // namespace mpart
