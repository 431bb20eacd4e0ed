#include "persist/sqlite.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "full_disk.hpp"
#include "persist/state_store.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"

namespace mpart::sqlite {
namespace {

using tests::TemporaryFolder;

template <typename Work>
ErrorKind kind_of(Work work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("test.db: "), std::string::npos) << error.what();
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return ErrorKind::kInternal;
}

TEST(Sqlite, AStatementRunsAsOftenAsItIsBound) {
  const TemporaryFolder folder;
  const Database database(folder.file("test.db"));
  database.execute("CREATE TABLE pairs(number INTEGER, body BLOB)");
  Statement insert(database, "INSERT INTO pairs VALUES(?, ?)");
  for (std::int64_t i = 0; i < 5; ++i) insert.bind(i).bind(std::string("body\0", 5)).run();
  Statement rows(database, "SELECT number, body FROM pairs WHERE number >= ? ORDER BY number");
  for (int round = 0; round < 2; ++round) {  // the first one stops before the last row
    rows.bind(std::int64_t{2});
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.number(0), 2);
    EXPECT_EQ(rows.blob(1), std::string("body\0", 5));
  }
  EXPECT_TRUE(rows.next());
  EXPECT_TRUE(rows.next());
  EXPECT_FALSE(rows.next());
}

TEST(Sqlite, ATransactionThatIsNotCommittedLeavesNothing) {
  const TemporaryFolder folder;
  const Database database(folder.file("test.db"));
  database.execute("CREATE TABLE numbers(number INTEGER)");
  for (const bool commit : {false, true}) {
    Transaction transaction(database);
    database.execute("INSERT INTO numbers VALUES(1)");
    if (commit) transaction.commit();
  }
  Statement count(database, "SELECT count(*) FROM numbers");
  ASSERT_TRUE(count.next());
  EXPECT_EQ(count.number(0), 1);
}

TEST(Sqlite, AFileThatIsNoDatabaseIsCorrupt) {
  const TemporaryFolder folder;
  write_file_atomically(folder.file("test.db"), std::string(10000, 'x'));
  const Database database(folder.file("test.db"));
  EXPECT_EQ(kind_of([&] { database.execute("CREATE TABLE t(x)"); }), ErrorKind::kCorrupt);
}

TEST(Sqlite, AFolderWithSuchADatabaseIsCorrupt) {
  const TemporaryFolder folder;
  { const StateStore store(folder.path()); }
  for (const char* name : {"state.db-wal", "state.db-shm"}) {
    std::filesystem::remove(folder.file(name));
  }
  write_file_atomically(folder.file("state.db"), std::string(10000, 'x'));
  try {
    const StateStore store(folder.path());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kCorrupt) << error.what();
  }
}

TEST(Sqlite, TheLastPageIsOutOfSpace) {
  const TemporaryFolder folder;
  const Database database(folder.file("test.db"));
  database.execute("CREATE TABLE t(x)");
  database.execute("PRAGMA max_page_count=4");
  EXPECT_EQ(kind_of([&] { database.execute("INSERT INTO t VALUES(zeroblob(100000))"); }),
            ErrorKind::kOutOfSpace);
}

TEST(Sqlite, AFileThatMayNotGrowIsOutOfSpace) {
  const TemporaryFolder folder;
  const Database database(folder.file("test.db"));
  database.execute("PRAGMA journal_mode=WAL");
  database.execute("CREATE TABLE t(x)");
  const tests::FullDisk full;
  EXPECT_EQ(kind_of([&] { database.execute("INSERT INTO t VALUES(zeroblob(100000))"); }),
            ErrorKind::kOutOfSpace);
}

TEST(Sqlite, ALockedDatabaseIsUnavailable) {
  const TemporaryFolder folder;
  const Database one(folder.file("test.db"));
  const Database other(folder.file("test.db"));
  const Transaction transaction(one);
  EXPECT_EQ(kind_of([&] { const Transaction second(other); }), ErrorKind::kUnavailable);
}

TEST(Sqlite, AFolderThatIsNotThereIsUnavailable) {
  const TemporaryFolder folder;
  EXPECT_EQ(kind_of([&] { const Database none(folder.file("none/test.db")); }),
            ErrorKind::kUnavailable);
}

}  // namespace
}  // namespace mpart::sqlite
