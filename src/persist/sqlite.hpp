#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "mpart/error.hpp"

struct sqlite3;
struct sqlite3_stmt;

// SQLite as mpart uses it. Every failure is an Error whose kind says what a caller can do:
// kOutOfSpace if the disk is full, kCorrupt if the file is damaged or is no database, kUnavailable
// for everything else (a lock, a device, a read-only file).
namespace mpart::sqlite {

// An open file. Used by one thread at a time.
class Database {
 public:
  enum class Access {
    kShared,    // makes the file if there is none
    kPrivate,   // the same, and refuses a path with a symbolic link anywhere in it
    kReadOnly,  // needs the file
  };
  explicit Database(std::string path, Access access = Access::kShared);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // For SQL without parameters whose rows are of no interest.
  void execute(const std::string& sql) const;

  // The error of the last call that failed: "FILE: database or disk is full (INSERT ...)".
  Error last_error(const std::string& sql) const;

 private:
  friend class Statement;
  friend class Transaction;

  std::string path_;
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> handle_;
};

// A prepared statement. It can be run any number of times: binding a value after a row was read, or
// after the last one, begins anew.
class Statement {
 public:
  // The database must outlive it.
  Statement(const Database& database, const char* sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Binds the next parameter. A blob must stay as it is until the statement has been run.
  Statement& bind(std::int64_t value);
  Statement& bind(std::uint64_t value) { return bind(static_cast<std::int64_t>(value)); }
  Statement& bind(const std::string& blob);
  Statement& bind_text(const std::string& text);  // as a blob must

  // Steps to the next row; false after the last one.
  bool next();
  // Runs it to its end.
  void run();

  // Columns of the present row, from 0.
  std::int64_t number(int column) const;
  std::uint64_t count(int column) const { return static_cast<std::uint64_t>(number(column)); }
  std::string blob(int column) const;

 private:
  int next_parameter();
  void check(int result) const;
  void reset();

  const Database& database_;
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> handle_;
  int bound_ = 0;         // parameters
  bool stepped_ = false;  // since it was last reset
};

// Is rolled back unless it is committed.
class Transaction {
 public:
  explicit Transaction(const Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  const Database& database_;
  bool open_ = true;
};

}  // namespace mpart::sqlite
