#include "persist/state_store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "mpart/archive.hpp"
#include "mpart/error.hpp"
#include "persist/private_folder.hpp"
#include "persist/sqlite.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"
#include "util/sanitize_text.hpp"
#include "util/system_error.hpp"

namespace mpart {

using sqlite::Database;
using sqlite::Statement;
using sqlite::Transaction;

namespace {

// Of the tables. 1 kept nothing beside a model, 2 one part without a name, and no settings.
constexpr int kVersion = 3;
constexpr int kApplication = 0x4d504152;  // "MPAR"
constexpr std::size_t kMarkBytes = 16;
constexpr std::size_t kGenerations = 2;

std::int64_t checksum(const StateStore::Event& event) {
  Writer covered;
  covered.u64(event.number);
  covered.u8(event.kind);
  covered.raw(event.body);
  return static_cast<std::int64_t>(crc64(covered.bytes()));
}

// `beside`: its parts, as they are written.
std::int64_t checksum(const StateStore::Snapshot& snapshot, const std::string& beside) {
  Writer covered;
  covered.u64(snapshot.generation);
  covered.u64(snapshot.through);
  covered.raw(beside);
  return static_cast<std::int64_t>(crc64(covered.bytes()));
}

std::int64_t checksum(const std::string& name, const std::string& value) {
  Writer covered;
  covered.text(name);
  covered.raw(value);
  return static_cast<std::int64_t>(crc64(covered.bytes()));
}

std::string encode(const StateStore::Parts& parts) {
  Writer writer;
  for (const auto& [name, bytes] : parts) {
    writer.text(name);
    writer.text(bytes);
  }
  return writer.bytes();
}

StateStore::Parts decode_parts(const std::string& bytes) {
  StateStore::Parts parts;
  Reader reader(bytes);
  while (!reader.done()) {
    std::string name = reader.text();
    parts[std::move(name)] = reader.text();
  }
  return parts;
}

// A file that is made if it is not there. A symbolic link is not followed: it could lead to a file
// that somebody else wants us to change.
int open_private(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd >= 0) return fd;
  if (errno == ELOOP) {
    throw invalid_argument(path +
                           ": a symbolic link in the place of a file of the state; remove it");
  }
  throw system_error(path, errno);
}

// While it lives, files that are made cannot be read by other users.
class PrivateFiles {
 public:
  PrivateFiles() : before_(::umask(0077)) {}
  ~PrivateFiles() { ::umask(before_); }
  PrivateFiles(const PrivateFiles&) = delete;
  PrivateFiles& operator=(const PrivateFiles&) = delete;

 private:
  ::mode_t before_;
};

}  // namespace

std::string encode_mark(std::uint64_t last_event) {
  Writer mark;
  mark.u64(last_event);
  mark.u64(crc64(mark.bytes()));
  return mark.bytes();
}

std::optional<std::uint64_t> decode_mark(std::string_view bytes) {
  if (bytes.size() != kMarkBytes) return std::nullopt;
  const std::uint64_t last_event = Reader(bytes).u64();
  if (bytes != encode_mark(last_event)) return std::nullopt;
  return last_event;
}

StateStore::StateStore(std::string folder) : folder_(std::move(folder)) {
  notes_ = make_private_folder(folder_);
  lock_folder();
  const std::vector<std::string> tightened = make_state_files_private(folder_);
  notes_.insert(notes_.end(), tightened.begin(), tightened.end());
  remove_half_written();
  open_database();
  create_tables();
  check();
  check_settings();
  find_last_event();
}

StateStore::~StateStore() = default;

void StateStore::lock_folder() {
  const std::string path = folder_ + "/lock";
  lock_.reset(open_private(path));
  if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    throw unavailable(folder_ + ": in use by another mpart serve");
  }
}

void StateStore::open_database() {
  const std::string path = folder_ + "/state.db";
  const bool is_new = !std::filesystem::exists(path);
  mark_.reset(open_private(folder_ + "/last"));
  // Before there is a database: one without a mark is damaged, and we may be killed in between.
  struct stat mark {};
  if (is_new && ::fstat(mark_.get(), &mark) == 0 && mark.st_size == 0) write_mark(0);
  const PrivateFiles labels_are_private;
  // The folder may be a symbolic link, the file must not be.
  const std::filesystem::path real = std::filesystem::canonical(folder_);
  database_ = std::make_unique<Database>((real / "state.db").string(), Database::Access::kPrivate);
  database_->execute("PRAGMA journal_mode=WAL");
  database_->execute("PRAGMA synchronous=FULL");
}

void StateStore::create_tables() {
  const std::int64_t version = table_version();
  if (version > kVersion) {
    throw unsupported(folder_ + "/state.db: written by a newer version of mpart; use that version");
  }
  const bool has_settings = has_table("settings");
  Transaction transaction(*database_);
  database_->execute("PRAGMA application_id=" + std::to_string(kApplication));
  database_->execute("PRAGMA user_version=" + std::to_string(kVersion));
  database_->execute(
      "CREATE TABLE IF NOT EXISTS events(number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, "
      "body BLOB NOT NULL, checksum INTEGER NOT NULL)");
  database_->execute(
      "CREATE TABLE IF NOT EXISTS snapshots(generation INTEGER PRIMARY KEY, "
      "through INTEGER NOT NULL, checksum INTEGER NOT NULL, beside BLOB NOT NULL DEFAULT x'')");
  database_->execute(
      "CREATE TABLE IF NOT EXISTS settings(name TEXT PRIMARY KEY, value BLOB NOT NULL, "
      "checksum INTEGER NOT NULL)");
  if (version == 1) {
    database_->execute("ALTER TABLE snapshots ADD COLUMN beside BLOB NOT NULL DEFAULT x''");
  }
  // The number of the version alone could be a flipped bit.
  if (version == 2 && !has_settings) name_parts();
  transaction.commit();
}

// Version 2 kept the annotations of a labelling tool beside a model, without a name. A row that is
// damaged stays so.
void StateStore::name_parts() {
  std::vector<std::pair<Snapshot, std::string>> rows;
  Statement old(*database_, "SELECT generation, through, checksum, beside FROM snapshots");
  while (old.next()) {
    const Snapshot snapshot{old.count(0), old.count(1), {}};
    if (old.number(2) == checksum(snapshot, old.blob(3))) rows.emplace_back(snapshot, old.blob(3));
  }
  for (const auto& [snapshot, beside] : rows) {
    if (beside.empty()) continue;
    const std::string named = encode({{"annotations", beside}});
    Statement(*database_, "UPDATE snapshots SET beside = ?, checksum = ? WHERE generation = ?")
        .bind(named)
        .bind(checksum(snapshot, named))
        .bind(snapshot.generation)
        .run();
  }
}

bool StateStore::has_table(const std::string& name) const {
  Statement row(*database_, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
  return row.bind_text(name).next();
}

std::int64_t StateStore::table_version() const {
  Statement version(*database_, "PRAGMA user_version");
  return version.next() ? version.number(0) : 0;
}

void StateStore::check() {
  Statement quick(*database_, "PRAGMA quick_check(1)");
  if (quick.next() && quick.blob(0) != "ok") {
    damage_.push_back(folder_ + "/state.db: " + quick.blob(0));
  }
}

void StateStore::check_settings() {
  Statement rows(*database_, "SELECT name, value, checksum FROM settings");
  while (rows.next()) {
    if (rows.number(2) == checksum(rows.blob(0), rows.blob(1))) continue;
    damage_.push_back(folder_ + "/state.db: the setting \"" + sanitize_text(rows.blob(0), 40) +
                      "\" is damaged");
  }
}

std::optional<std::string> StateStore::setting(const std::string& name) const {
  Statement row(*database_, "SELECT value, checksum FROM settings WHERE name = ?");
  row.bind_text(name);
  if (!row.next() || row.number(1) != checksum(name, row.blob(0))) return std::nullopt;
  return row.blob(0);
}

void StateStore::set(const std::string& name, const std::string& value) {
  Transaction transaction(*database_);
  Statement(*database_, "INSERT OR REPLACE INTO settings VALUES(?, ?, ?)")
      .bind_text(name)
      .bind(value)
      .bind(checksum(name, value))
      .run();
  transaction.commit();
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
  const ssize_t got = ::pread(mark_.get(), mark.data(), mark.size(), 0);
  mark.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  const std::optional<std::uint64_t> marked = decode_mark(mark);
  if (!marked) {
    damage_.push_back(folder_ + "/last: damaged; whether the end of the log is missing is unknown");
  } else {
    last_event_ = std::max(last_event_, *marked);
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
      *database_,
      "SELECT generation, through, checksum, beside FROM snapshots ORDER BY generation DESC");
  while (rows.next()) {
    Snapshot snapshot{rows.count(0), rows.count(1), {}};
    const std::string beside = rows.blob(3);
    if (rows.number(2) != checksum(snapshot, beside)) continue;
    snapshot.parts = decode_parts(beside);
    found.push_back(std::move(snapshot));
  }
  return found;
}

// A process that was killed while it wrote a model leaves the temporary file.
void StateStore::remove_half_written() const {
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("model-") || name.find(".mpart.new.") == std::string::npos) continue;
    std::error_code ignored;  // it does no harm
    std::filesystem::remove(entry.path(), ignored);
  }
}

std::string StateStore::model_path(std::uint64_t generation) const {
  return folder_ + "/model-" + std::to_string(generation) + ".mpart";
}

std::vector<StateStore::Event> StateStore::events_after(std::uint64_t number) const {
  std::vector<Event> found;
  Statement rows(
      *database_,
      "SELECT number, kind, body, checksum FROM events WHERE number > ? ORDER BY number");
  rows.bind(number);
  while (rows.next()) {
    Event event{rows.count(0), static_cast<std::uint8_t>(rows.number(1)), rows.blob(2)};
    if (rows.number(3) == checksum(event)) found.push_back(std::move(event));
  }
  return found;
}

void StateStore::append(std::span<const Event> events) {
  if (events.empty()) return;
  Transaction transaction(*database_);
  Statement insert(*database_, "INSERT INTO events VALUES(?, ?, ?, ?)");
  for (const Event& event : events) {
    insert.bind(event.number).bind(std::int64_t{event.kind}).bind(event.body);
    insert.bind(checksum(event)).run();
  }
  transaction.commit();
  last_event_ = events.back().number;
  write_mark(last_event_);
}

void StateStore::try_to_write() {
  constexpr std::size_t kSome = 64 << 10;  // a little more than the next answers need
  Transaction transaction(*database_);
  Statement(*database_, "INSERT INTO events VALUES(?, 0, zeroblob(?), 0)")
      .bind(last_event_ + 1)
      .bind(std::uint64_t{kSome})
      .run();
  Statement(*database_, "DELETE FROM events WHERE number = ?").bind(last_event_ + 1).run();
  transaction.commit();
  write_mark(last_event_);
}

StateStore::Snapshot StateStore::save_snapshot(std::string_view model, std::uint64_t through,
                                               Parts parts) {
  const std::vector<Snapshot> before = snapshots();
  Snapshot snapshot{before.empty() ? 1 : before.front().generation + 1, through, std::move(parts)};
  const std::string beside = encode(snapshot.parts);
  const std::string path = model_path(snapshot.generation);
  try {
    write_private_file(path, model);
    Transaction transaction(*database_);
    Statement(*database_, "INSERT INTO snapshots VALUES(?, ?, ?, ?)")
        .bind(snapshot.generation)
        .bind(snapshot.through)
        .bind(checksum(snapshot, beside))
        .bind(beside)
        .run();
    if (!before.empty()) {
      Statement(*database_, "DELETE FROM events WHERE number <= ?")
          .bind(before.front().through)
          .run();
      Statement(*database_, "DELETE FROM snapshots WHERE generation < ?")
          .bind(before.front().generation)
          .run();
    }
    transaction.commit();
  } catch (const Error&) {
    std::error_code ignored;  // a model without a snapshot is never read
    std::filesystem::remove(path, ignored);
    throw;
  }
  for (std::size_t i = kGenerations - 1; i < before.size(); ++i) {
    std::error_code ignored;  // an old model that stays does no harm
    std::filesystem::remove(model_path(before[i].generation), ignored);
  }
  return snapshot;
}

void StateStore::write_mark(std::uint64_t number) {
  const std::string mark = encode_mark(number);
  if (::pwrite(mark_.get(), mark.data(), mark.size(), 0) != ssize_t{kMarkBytes} ||
      ::fdatasync(mark_.get()) != 0) {
    throw system_error(folder_ + "/last", errno);
  }
}

}  // namespace mpart
