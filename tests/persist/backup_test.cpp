#include "persist/backup.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "persist/durable_session.hpp"
#include "persist/small_session.hpp"
#include "temporary_folder.hpp"

namespace mpart {
namespace {

namespace fs = std::filesystem;

// A server that asks about every sample and gets its answer.
class Writing {
 public:
  explicit Writing(const std::string& folder)
      : store_(folder), durable_(store_, Session({.budget = {1, 1}}), false) {}

  void step() {
    Sample sample = random_sample(random_);
    sample.label.clear();
    durable_.observe(sample);
    commit();
    durable_.answer(durable_.session().ledger().asked(), Answer::of("cat"));
    commit();
    if (durable_.session().counters().samples % 5 == 0) snapshot();
  }

  void snapshot() { store_.save_snapshot(durable_.encode(), durable_.through(), durable_.parts()); }
  std::uint64_t acknowledged() const { return store_.last_event(); }
  const Session& session() const { return durable_.session(); }

 private:
  void commit() {
    const DurableSession::Batch batch = durable_.take(store_.last_event());
    store_.append(batch.events);
    durable_.done(batch);
  }

  StateStore store_;
  DurableSession durable_;
  Random random_{1};
};

void expect_private(const std::string& folder) {
  struct stat status {};
  for (const auto& file : fs::directory_iterator(folder)) {
    ASSERT_EQ(::stat(file.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600U) << file.path();
  }
  ASSERT_EQ(::stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700U);
}

std::string model_in(const std::string& folder) {
  const StateStore store(folder);
  EXPECT_TRUE(store.damage().empty());
  return DurableSession(store, Session(), false).encode();
}

ErrorKind kind_of_failure(const std::string& from, const std::string& to) {
  try {
    backup_state(from, to);
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "it was copied";
  return ErrorKind::kInternal;
}

TEST(Backup, IsTheWholeStateOfAServerThatIsStopped) {
  const tests::TemporaryFolder folder;
  std::string model;
  std::uint64_t last = 0;
  {
    Writing server(folder.file("state"));
    for (int i = 0; i < 13; ++i) server.step();
    model = encode_model(server.session());
    last = server.acknowledged();
  }
  const BackupResult result = backup_state(folder.file("state"), folder.file("copy"));
  EXPECT_EQ(result.last_event, last);
  EXPECT_EQ(result.generation, 2U);
  expect_private(folder.file("copy"));
  EXPECT_EQ(model_in(folder.file("copy")), model);
  EXPECT_EQ(model_in(folder.file("state")), model) << "the state itself is as it was";
}

TEST(Backup, HasEveryAcknowledgedEventWhileAServerWrites) {
  const tests::TemporaryFolder folder;
  Writing server(folder.file("state"));
  server.snapshot();
  std::atomic<std::uint64_t> acknowledged = 0;
  std::atomic<bool> stop = false;
  std::thread load([&] {
    while (!stop) {
      server.step();
      acknowledged = server.acknowledged();
    }
  });
  for (int i = 0; i < 8; ++i) {
    const std::string copy = folder.file("copy-" + std::to_string(i));
    const std::uint64_t before = acknowledged;
    const BackupResult result = backup_state(folder.file("state"), copy);
    EXPECT_GE(result.last_event, before);
    expect_private(copy);
    const StateStore store(copy);
    EXPECT_TRUE(store.damage().empty());
    const DurableSession durable(store, Session(), false);
    EXPECT_EQ(durable.through(), result.last_event);
    // Every answer has its question.
    EXPECT_LE(durable.session().ledger().asked() - durable.session().counters().labels, 1U);
    EXPECT_EQ(durable.session().ledger().asked() + durable.session().counters().labels,
              result.last_event);
  }
  stop = true;
  load.join();
}

TEST(Backup, NeedsANewFolderAndAState) {
  const tests::TemporaryFolder folder;
  EXPECT_EQ(kind_of_failure(folder.file("state"), folder.file("copy")), ErrorKind::kNotFound);
  { Writing(folder.file("state")).snapshot(); }
  fs::create_directory(folder.file("there"));
  EXPECT_EQ(kind_of_failure(folder.file("state"), folder.file("there")),
            ErrorKind::kInvalidArgument);
  EXPECT_TRUE(fs::exists(folder.file("there")));
}

TEST(Backup, DoesNotHideThatTheEndOfTheLogIsMissing) {
  const tests::TemporaryFolder folder;
  {
    Writing server(folder.file("state"));
    server.snapshot();
    server.step();
  }
  const std::string mark = tests::contents(folder.file("state/last"));
  tests::overwrite(folder.file("state/last"), encode_mark(*decode_mark(mark) + 1));
  EXPECT_EQ(kind_of_failure(folder.file("state"), folder.file("copy")), ErrorKind::kCorrupt);
  tests::overwrite(folder.file("state/last"), "0123456789abcdef");
  EXPECT_EQ(kind_of_failure(folder.file("state"), folder.file("copy")), ErrorKind::kCorrupt);
  EXPECT_FALSE(fs::exists(folder.file("copy")));
}

TEST(Backup, OfADamagedStateLeavesNoCopy) {
  const tests::TemporaryFolder folder;
  { Writing(folder.file("state")).snapshot(); }
  tests::overwrite(folder.file("state/model-1.mpart"), "damaged");
  kind_of_failure(folder.file("state"), folder.file("copy"));
  EXPECT_FALSE(fs::exists(folder.file("copy")));
}

}  // namespace
}  // namespace mpart
