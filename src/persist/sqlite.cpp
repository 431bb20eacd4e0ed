#include "persist/sqlite.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <utility>

namespace mpart::sqlite {

namespace {

// Why the system failed a read or a write of the log or of the database itself.
// sqlite3_system_errno() does not know of writes to the log.
int last_system_error(sqlite3* database) {
  int reason = 0;
  sqlite3_file* log = nullptr;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log != nullptr && log->pMethods != nullptr) {
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &reason);
  }
  if (reason == 0) sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &reason);
  return reason;
}

// SQLite itself knows of ENOSPC alone, not of quotas and of limits on the size of files.
bool is_out_of_space(sqlite3* database) {
  const int reason = last_system_error(database);
  return reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
}

ErrorKind last_kind(sqlite3* database) {
  constexpr int kPrimary = 0xff;  // the rest of a result code says more about the same
  switch (sqlite3_errcode(database) & kPrimary) {
    case SQLITE_FULL:
      return ErrorKind::kOutOfSpace;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorKind::kCorrupt;
    case SQLITE_IOERR:
      return is_out_of_space(database) ? ErrorKind::kOutOfSpace : ErrorKind::kUnavailable;
    default:
      return ErrorKind::kUnavailable;
  }
}

}  // namespace

Database::Database(std::string path, Access access)
    : path_(std::move(path)), handle_(nullptr, sqlite3_close) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (access == Access::kPrivate) flags |= SQLITE_OPEN_NOFOLLOW;
  if (access == Access::kReadOnly) flags = SQLITE_OPEN_READONLY;
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(path_.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);  // there is one even if it could not be opened
  if (result != SQLITE_OK) throw last_error("open");
}

void Database::execute(const std::string& sql) const {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw last_error(sql);
  }
}

Error Database::last_error(const std::string& sql) const {
  const std::string message = path_ + ": " + sqlite3_errmsg(handle_.get()) + " (" + sql + ")";
  return {last_kind(handle_.get()), message};
}

Statement::Statement(const Database& database, const char* sql)
    : database_(database), handle_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* handle = nullptr;
  if (sqlite3_prepare_v2(database.handle_.get(), sql, -1, &handle, nullptr) != SQLITE_OK) {
    throw database.last_error(sql);
  }
  handle_.reset(handle);
}

Statement& Statement::bind(std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), next_parameter(), value));
  return *this;
}

Statement& Statement::bind(const std::string& blob) {
  check(sqlite3_bind_blob64(handle_.get(), next_parameter(), blob.data(), blob.size(),
                            SQLITE_STATIC));
  return *this;
}

Statement& Statement::bind_text(const std::string& text) {
  check(sqlite3_bind_text64(handle_.get(), next_parameter(), text.data(), text.size(),
                            SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

bool Statement::next() {
  stepped_ = true;
  const int result = sqlite3_step(handle_.get());
  if (result == SQLITE_ROW) return true;
  if (result != SQLITE_DONE) check(result);
  reset();
  return false;
}

void Statement::run() {
  while (next()) {
  }
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

std::string Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  return size == 0 ? std::string() : std::string(bytes, size);
}

int Statement::next_parameter() {
  if (stepped_) reset();
  return ++bound_;
}

void Statement::check(int result) const {
  if (result != SQLITE_OK) throw database_.last_error(sqlite3_sql(handle_.get()));
}

void Statement::reset() {
  sqlite3_reset(handle_.get());  // repeats the error of the last step, which was thrown then
  bound_ = 0;
  stepped_ = false;
}

Transaction::Transaction(const Database& database) : database_(database) {
  database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (open_) sqlite3_exec(database_.handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace mpart::sqlite
