#include "persist/state_store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "full_disk.hpp"
#include "mpart/error.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"
#include "util/random.hpp"

namespace mpart {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;

StateStore::Event event(std::uint64_t number) {
  return {number, static_cast<std::uint8_t>(1 + number % 4),
          std::string(number * 7 % 50, static_cast<char>('a' + number % 26))};
}

void append(StateStore& store, std::size_t count) {
  std::vector<StateStore::Event> events;
  for (std::size_t i = 1; i <= count; ++i) events.push_back(event(store.last_event() + i));
  store.append(events);
}

void expect_events(const StateStore& store, std::uint64_t after, std::uint64_t last) {
  const std::vector<StateStore::Event> found = store.events_after(after);
  ASSERT_EQ(found.size(), last - after);
  for (std::uint64_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].number, after + 1 + i);
    EXPECT_EQ(found[i].kind, event(after + 1 + i).kind);
    EXPECT_EQ(found[i].body, event(after + 1 + i).body);
  }
}

template <typename Work>
void expect_out_of_space(Work work) {
  try {
    work();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutOfSpace) << error.what();
  }
}

TEST(StateStore, KeepsEventsInOrderAcrossRestarts) {
  const TemporaryFolder folder;
  for (std::uint64_t round = 0; round < 5; ++round) {
    StateStore store(folder.file("deep/state"));
    EXPECT_TRUE(store.damage().empty());
    EXPECT_EQ(store.last_event(), round * 11);
    append(store, 10);
    append(store, 1);
    expect_events(store, 0, round * 11 + 11);
  }
}

TEST(StateStore, KeepsTwoGenerationsAndTheEventsSinceTheOlderOne) {
  const TemporaryFolder folder;
  StateStore store(folder.path());
  for (std::uint64_t generation = 1; generation <= 4; ++generation) {
    append(store, 10);
    const auto snapshot =
        store.save_snapshot("model " + std::to_string(generation), store.last_event());
    EXPECT_EQ(snapshot.generation, generation);
    EXPECT_EQ(snapshot.through, 10 * generation);
  }
  append(store, 5);
  const std::vector<StateStore::Snapshot> snapshots = store.snapshots();
  ASSERT_EQ(snapshots.size(), 2U);
  EXPECT_EQ(snapshots[0].generation, 4U);
  EXPECT_EQ(snapshots[1].generation, 3U);
  EXPECT_EQ(read_file(store.model_path(4)), "model 4");
  EXPECT_EQ(read_file(store.model_path(3)), "model 3");
  EXPECT_FALSE(fs::exists(store.model_path(2)));
  expect_events(store, 30, 45);
  EXPECT_EQ(store.events_after(0).front().number, 31U);
}

TEST(StateStore, IsForOneProcess) {
  const TemporaryFolder folder;
  const StateStore store(folder.path());
  EXPECT_THROW(StateStore(folder.path()), Error);
}

TEST(StateStore, AFolderThatCannotBeMadeIsNamed) {
  const TemporaryFolder folder;
  write_file_atomically(folder.file("file"), "x");
  try {
    const StateStore store(folder.file("file/state"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/file/state"), std::string::npos);
  }
}

TEST(StateStore, KilledWhileItBeginsItBeginsAgain) {
  Random random(2);
  for (int round = 0; round < 40; ++round) {
    const TemporaryFolder folder;
    const pid_t child = fork();
    if (child == 0) {
      const StateStore store(folder.path());
      while (true) pause();
    }
    usleep(static_cast<useconds_t>(random.below(10000)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const StateStore store(folder.path());
    ASSERT_TRUE(store.damage().empty()) << store.damage().front();
  }
}

TEST(StateStore, AMissingDatabaseIsDamageIfThereWereEvents) {
  const TemporaryFolder folder;
  append(*std::make_unique<StateStore>(folder.path()), 3);
  for (const char* name : {"state.db", "state.db-wal", "state.db-shm"}) {
    fs::remove(folder.file(name));
  }
  EXPECT_FALSE(StateStore(folder.path()).damage().empty());
}

// A process that is killed has lost nothing that append() came back from.
TEST(StateStore, KilledAtAnyMomentItKeepsWhatWasAppended) {
  const TemporaryFolder folder;
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      StateStore store(folder.path());
      for (int i = 0; true; ++i) {
        append(store, 1 + static_cast<std::size_t>(i) % 3);
        if (i % 7 == 6) store.save_snapshot("model", store.last_event());
        const std::uint64_t last = store.last_event();
        if (write(pipe_ends[1], &last, sizeof last) != sizeof last) std::_Exit(1);
      }
    }
    close(pipe_ends[1]);
    usleep(static_cast<useconds_t>(2000 + random.below(30000)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    std::uint64_t acknowledged = 0;
    while (read(pipe_ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) {
    }
    close(pipe_ends[0]);
    const StateStore store(folder.path());
    ASSERT_TRUE(store.damage().empty()) << store.damage().front();
    ASSERT_GE(store.last_event(), acknowledged);
    const auto snapshots = store.snapshots();
    const std::uint64_t from = snapshots.empty() ? 0 : snapshots.back().through;
    ASSERT_NO_FATAL_FAILURE(expect_events(store, from, store.last_event()));
    for (const auto& snapshot : snapshots) {
      ASSERT_EQ(read_file(store.model_path(snapshot.generation)), "model");
    }
  }
}

TEST(StateStore, AFullDiskFailsAndLeavesWhatWasThere) {
  const TemporaryFolder folder;
  StateStore store(folder.path());
  append(store, 3);
  store.save_snapshot("model", 3);
  {
    const tests::FullDisk full;
    expect_out_of_space([&] { append(store, 1); });
    expect_out_of_space([&] { append(store, 100); });
    expect_out_of_space([&] { store.try_to_write(); });
    expect_out_of_space([&] { store.save_snapshot(std::string(100000, 'x'), 3); });
    expect_events(store, 0, 3);
  }
  append(store, 2);
  expect_events(store, 0, 5);
  EXPECT_EQ(store.snapshots().size(), 1U);
  EXPECT_EQ(store.save_snapshot("next", 5).generation, 2U);
}

TEST(StateStore, KeepsNamedPartsBesideAModel) {
  const TemporaryFolder folder;
  const StateStore::Parts one = {{"a", "first"}, {"b", std::string("\0x", 2)}};
  const StateStore::Parts two = {{"a", ""}};
  StateStore store(folder.path());
  store.save_snapshot("model", 0, one);
  store.save_snapshot("model", 0, two);
  const auto snapshots = store.snapshots();
  ASSERT_EQ(snapshots.size(), 2U);
  EXPECT_EQ(snapshots[0].parts, two);
  EXPECT_EQ(snapshots[1].parts, one);
}

TEST(StateStore, KeepsSettingsAndNoticesADamagedOne) {
  const TemporaryFolder folder;
  {
    StateStore store(folder.path());
    EXPECT_FALSE(store.setting("networks"));
    store.set("networks", "one");
    store.set("networks", std::string("t\0o", 3));
    store.set("other", "");
  }
  {
    const StateStore store(folder.path());
    EXPECT_EQ(store.setting("networks"), std::string("t\0o", 3));
    EXPECT_EQ(store.setting("other"), "");
  }
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(folder.file("state.db").c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "UPDATE settings SET value = 'x' WHERE name = 'networks'",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  const StateStore store(folder.path());
  ASSERT_EQ(store.damage().size(), 1U);
  EXPECT_NE(store.damage()[0].find("the setting \"networks\" is damaged"), std::string::npos);
  EXPECT_FALSE(store.setting("networks"));
}

TEST(StateStore, ReadsTheTablesOfVersionOne) {
  const TemporaryFolder folder;
  StateStore(folder.path()).save_snapshot("model", 0);
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(folder.file("state.db").c_str(), &database), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(database, "ALTER TABLE snapshots DROP COLUMN beside; PRAGMA user_version=1",
                   nullptr, nullptr, nullptr),
      SQLITE_OK);
  sqlite3_close(database);
  for (int start = 0; start < 2; ++start) {
    StateStore store(folder.path());
    EXPECT_TRUE(store.damage().empty());
    ASSERT_EQ(store.snapshots().size(), 1U);
    EXPECT_TRUE(store.snapshots()[0].parts.empty());
  }
}

}  // namespace
}  // namespace mpart
