#include "persist/state_store.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "mpart/archive.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"

namespace mpart {

namespace {

constexpr int kVersion = 2;               // of the tables; 1 kept nothing beside a model
constexpr int kApplication = 0x4d504152;  // "MPAR"
constexpr std::size_t kMarkBytes = 16;
constexpr std::size_t kGenerations = 2;

std::string reason_of(int error) { return std::generic_category().message(error); }

std::int64_t checksum(const StateStore::Event& event) {
  Writer covered;
  covered.u64(event.number);
  covered.u8(event.kind);
  covered.raw(event.body);
  return static_cast<std::int64_t>(crc64(covered.bytes()));
}

std::int64_t checksum(const StateStore::Snapshot& snapshot) {
  Writer covered;
  covered.u64(snapshot.generation);
  covered.u64(snapshot.through);
  covered.raw(snapshot.beside);
  return static_cast<std::int64_t>(crc64(covered.bytes()));
}

std::string mark_of(std::uint64_t number) {
  Writer mark;
  mark.u64(number);
  mark.u64(crc64(mark.bytes()));
  return mark.bytes();
}

}  // namespace

// A statement and its values, for one use.
class StateStore::Statement {
 public:
  Statement(const StateStore& store, const char* sql) : store_(store) {
    if (sqlite3_prepare_v2(store.database_, sql, -1, &statement_, nullptr) != SQLITE_OK) {
      store.fail(sql);
    }
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& with(std::int64_t value) {
    sqlite3_bind_int64(statement_, ++bound_, value);
    return *this;
  }
  Statement& with(std::uint64_t value) { return with(static_cast<std::int64_t>(value)); }
  Statement& with(const std::string& blob) {
    sqlite3_bind_blob64(statement_, ++bound_, blob.data(), blob.size(), SQLITE_STATIC);
    return *this;
  }

  bool next() {  // a row is there
    const int result = sqlite3_step(statement_);
    if (result != SQLITE_ROW && result != SQLITE_DONE) store_.fail(sqlite3_sql(statement_));
    return result == SQLITE_ROW;
  }
  void run() {
    while (next()) {
    }
    sqlite3_reset(statement_);
    bound_ = 0;
  }

  std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
  std::uint64_t count(int column) { return static_cast<std::uint64_t>(number(column)); }
  std::string blob(int column) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return size == 0 ? std::string() : std::string(bytes, size);
  }

 private:
  const StateStore& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

// Is taken back unless it is committed.
class StateStore::Transaction {
 public:
  explicit Transaction(const StateStore& store) : store_(store) {
    store.execute("BEGIN IMMEDIATE");
  }
  ~Transaction() {
    if (open_) sqlite3_exec(store_.database_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() {
    store_.execute("COMMIT");
    open_ = false;
  }

 private:
  const StateStore& store_;
  bool open_ = true;
};

StateStore::StateStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw Error(ErrorKind::kBadInput, folder_ + ": " + error.message());
  lock_folder();
  try {
    open_database();
    check();
    find_last_event();
  } catch (...) {
    sqlite3_close(database_);
    throw;
  }
}

StateStore::~StateStore() { sqlite3_close(database_); }

void StateStore::lock_folder() {
  const std::string path = folder_ + "/lock";
  lock_.reset(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock_.valid()) throw Error(ErrorKind::kBadInput, path + ": " + reason_of(errno));
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    throw Error(ErrorKind::kBadInput, folder_ + ": another mpart serve uses it");
  }
}

void StateStore::open_database() {
  const std::string path = folder_ + "/state.db";
  const bool is_new = !std::filesystem::exists(path);
  mark_.reset(::open((folder_ + "/last").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!mark_.valid()) throw Error(ErrorKind::kBadInput, folder_ + "/last: " + reason_of(errno));
  // Before there is a database: one without a mark is damaged, and we may be killed in between.
  struct stat mark {};
  if (is_new && ::fstat(mark_.get(), &mark) == 0 && mark.st_size == 0) write_mark(0);
  const ::mode_t before = ::umask(0077);  // labels are nobody else's business
  const int result = sqlite3_open_v2(path.c_str(), &database_,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  ::umask(before);
  if (result != SQLITE_OK) fail("open");
  execute("PRAGMA journal_mode=WAL");
  execute("PRAGMA synchronous=FULL");
  std::int64_t version = kVersion;
  if (!is_new) {
    Statement found(*this, "PRAGMA user_version");
    if (found.next()) version = found.number(0);
    if (version > kVersion) {
      throw Error(ErrorKind::kBadInput, path + ": written by a newer mpart, which is needed here");
    }
  }
  Transaction transaction(*this);
  execute(("PRAGMA application_id=" + std::to_string(kApplication)).c_str());
  execute(("PRAGMA user_version=" + std::to_string(kVersion)).c_str());
  execute(
      "CREATE TABLE IF NOT EXISTS events(number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, "
      "body BLOB NOT NULL, checksum INTEGER NOT NULL)");
  execute(
      "CREATE TABLE IF NOT EXISTS snapshots(generation INTEGER PRIMARY KEY, "
      "through INTEGER NOT NULL, checksum INTEGER NOT NULL, beside BLOB NOT NULL DEFAULT x'')");
  if (version == 1) {
    execute("ALTER TABLE snapshots ADD COLUMN beside BLOB NOT NULL DEFAULT x''");
  }
  transaction.commit();
}

void StateStore::check() {
  Statement quick(*this, "PRAGMA quick_check(1)");
  if (quick.next() && quick.blob(0) != "ok") {
    damage_.push_back(folder_ + "/state.db: " + quick.blob(0));
  }
}

void StateStore::find_last_event() {
  std::uint64_t from = 0;
  for (const Snapshot& snapshot : snapshots()) {
    last_event_ = std::max(last_event_, snapshot.through);
    from = snapshot.through;  // the oldest one is last
  }
  const std::vector<Event> events = events_after(from);
  if (!events.empty()) last_event_ = std::max(last_event_, events.back().number);
  std::string mark(kMarkBytes, '\0');
  const bool whole = ::pread(mark_.get(), mark.data(), mark.size(), 0) == ssize_t{kMarkBytes};
  const std::uint64_t marked = Reader(mark).u64();
  if (!whole || mark != mark_of(marked)) {
    damage_.push_back(folder_ + "/last: damaged; whether the end of the log is missing is unknown");
  } else {
    last_event_ = std::max(last_event_, marked);
  }
  if (events.size() != last_event_ - from) {
    damage_.push_back(folder_ + "/state.db: " + std::to_string(last_event_ - from - events.size()) +
                      " of " + std::to_string(last_event_ - from) +
                      " events are missing or damaged");
  }
}

std::vector<StateStore::Snapshot> StateStore::snapshots() const {
  std::vector<Snapshot> found;
  Statement rows(
      *this,
      "SELECT generation, through, checksum, beside FROM snapshots ORDER BY generation DESC");
  while (rows.next()) {
    Snapshot snapshot{rows.count(0), rows.count(1), rows.blob(3)};
    if (rows.number(2) == checksum(snapshot)) found.push_back(std::move(snapshot));
  }
  return found;
}

std::string StateStore::model_path(std::uint64_t generation) const {
  return folder_ + "/model-" + std::to_string(generation) + ".mpart";
}

std::vector<StateStore::Event> StateStore::events_after(std::uint64_t number) const {
  std::vector<Event> found;
  Statement rows(
      *this, "SELECT number, kind, body, checksum FROM events WHERE number > ? ORDER BY number");
  rows.with(number);
  while (rows.next()) {
    Event event{rows.count(0), static_cast<std::uint8_t>(rows.number(1)), rows.blob(2)};
    if (rows.number(3) == checksum(event)) found.push_back(std::move(event));
  }
  return found;
}

void StateStore::append(std::span<const Event> events) {
  if (events.empty()) return;
  Transaction transaction(*this);
  Statement insert(*this, "INSERT INTO events VALUES(?, ?, ?, ?)");
  for (const Event& event : events) {
    insert.with(event.number).with(std::int64_t{event.kind}).with(event.body);
    insert.with(checksum(event)).run();
  }
  transaction.commit();
  last_event_ = events.back().number;
  write_mark(last_event_);
}

void StateStore::try_to_write() {
  constexpr std::size_t kSome = 64 << 10;  // a little more than the next answers need
  Transaction transaction(*this);
  Statement(*this, "INSERT INTO events VALUES(?, 0, zeroblob(?), 0)")
      .with(last_event_ + 1)
      .with(std::uint64_t{kSome})
      .run();
  Statement(*this, "DELETE FROM events WHERE number = ?").with(last_event_ + 1).run();
  transaction.commit();
  write_mark(last_event_);
}

StateStore::Snapshot StateStore::save_snapshot(std::string_view model, std::uint64_t through,
                                               std::string beside) {
  const std::vector<Snapshot> before = snapshots();
  Snapshot snapshot{before.empty() ? 1 : before.front().generation + 1, through, std::move(beside)};
  const std::string path = model_path(snapshot.generation);
  try {
    write_file_atomically(path, model);
    Transaction transaction(*this);
    Statement(*this, "INSERT INTO snapshots VALUES(?, ?, ?, ?)")
        .with(snapshot.generation)
        .with(snapshot.through)
        .with(checksum(snapshot))
        .with(snapshot.beside)
        .run();
    if (!before.empty()) {
      Statement(*this, "DELETE FROM events WHERE number <= ?").with(before.front().through).run();
      Statement(*this, "DELETE FROM snapshots WHERE generation < ?")
          .with(before.front().generation)
          .run();
    }
    transaction.commit();
  } catch (const Error& error) {
    std::filesystem::remove(path);
    throw Error(ErrorKind::kFailed, error.what());
  }
  for (std::size_t i = kGenerations - 1; i < before.size(); ++i) {
    std::error_code ignored;  // an old model that stays does no harm
    std::filesystem::remove(model_path(before[i].generation), ignored);
  }
  return snapshot;
}

void StateStore::write_mark(std::uint64_t number) {
  const std::string mark = mark_of(number);
  if (::pwrite(mark_.get(), mark.data(), mark.size(), 0) != ssize_t{kMarkBytes} ||
      ::fdatasync(mark_.get()) != 0) {
    throw Error(ErrorKind::kFailed, folder_ + "/last: " + reason_of(errno));
  }
}

void StateStore::fail(const std::string& what) const {
  throw Error(ErrorKind::kFailed,
              folder_ + "/state.db: " + sqlite3_errmsg(database_) + " (" + what + ")");
}

void StateStore::execute(const char* sql) const {
  if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(sql);
}

}  // namespace mpart
