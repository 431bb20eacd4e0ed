#include "stream/state_mirror.hpp"

#include <sqlite3.h>

#include <cstdio>

#include "mpart/error.hpp"

namespace mpart::stream {

namespace {

void bind(sqlite3_stmt* statement, int place, const std::string& blob) {
  sqlite3_bind_blob64(statement, place, blob.data(), blob.size(), SQLITE_STATIC);
}

std::string blob(sqlite3_stmt* statement, int column) {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  return size == 0 ? std::string() : std::string(bytes, size);
}

}  // namespace

StateMirror::StateMirror(const std::string& file) : file_(file) {
  std::remove(file.c_str());
  if (sqlite3_open(file.c_str(), &database_) != SQLITE_OK) fail("cannot be opened");
  execute("PRAGMA page_size=16384");
  execute("PRAGMA journal_mode=OFF");
  execute("PRAGMA synchronous=OFF");
  execute("PRAGMA locking_mode=EXCLUSIVE");
  execute("PRAGMA cache_size=-65536");
  execute(
      "CREATE TABLE records(partition INTEGER, model BLOB, name BLOB, value BLOB,"
      " PRIMARY KEY(partition, model, name))");
  put_ = prepare("INSERT OR REPLACE INTO records VALUES(?, ?, ?, ?)");
  get_ = prepare("SELECT name, value FROM records WHERE partition = ? AND model = ?");
}

StateMirror::~StateMirror() {
  sqlite3_finalize(put_);
  sqlite3_finalize(get_);
  sqlite3_close(database_);
  std::remove(file_.c_str());
}

void StateMirror::put(std::int32_t partition, std::span<const SealedRecord> records) {
  execute("BEGIN");
  for (const SealedRecord& record : records) {
    sqlite3_bind_int(put_, 1, partition);
    bind(put_, 2, record.model);
    bind(put_, 3, record.name);
    bind(put_, 4, record.value);
    if (sqlite3_step(put_) != SQLITE_DONE) fail("cannot be written");
    sqlite3_reset(put_);
  }
  execute("COMMIT");
}

std::vector<StateRecord> StateMirror::records_of(std::int32_t partition,
                                                 const std::string& model) const {
  sqlite3_bind_int(get_, 1, partition);
  bind(get_, 2, model);
  std::vector<StateRecord> records;
  int result = SQLITE_ROW;
  while ((result = sqlite3_step(get_)) == SQLITE_ROW) {
    records.push_back(StateRecord::read(blob(get_, 0), blob(get_, 1)));
  }
  sqlite3_reset(get_);
  if (result != SQLITE_DONE) fail("cannot be read");
  return records;
}

std::uint64_t StateMirror::models(std::int32_t partition) const {
  sqlite3_stmt* count = prepare("SELECT count(DISTINCT model) FROM records WHERE partition = ?");
  sqlite3_bind_int(count, 1, partition);
  const bool found = sqlite3_step(count) == SQLITE_ROW;
  const auto models = static_cast<std::uint64_t>(sqlite3_column_int64(count, 0));
  sqlite3_finalize(count);
  if (!found) fail("cannot be read");
  return models;
}

sqlite3_stmt* StateMirror::prepare(const char* sql) const {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database_, sql, -1, &statement, nullptr) != SQLITE_OK) fail(sql);
  return statement;
}

void StateMirror::execute(const char* sql) const {
  if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(sql);
}

void StateMirror::fail(const std::string& what) const {
  throw Error(ErrorKind::kFailed, file_ + ": " + what + ": " + sqlite3_errmsg(database_));
}

}  // namespace mpart::stream
