#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "mpart/error.hpp"
#include "persist/state_store.hpp"
#include "temporary_folder.hpp"

namespace mpart {
namespace {

namespace fs = std::filesystem;

class PrivateFolder : public testing::Test {
 protected:
  PrivateFolder() : state_(folder_.file("state")) {}

  static int mode(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return static_cast<int>(status.st_mode & 0777);
  }

  static void expect_all_private(const fs::path& state) {
    EXPECT_EQ(mode(state), 0700);
    for (const auto& file : fs::directory_iterator(state)) {
      EXPECT_EQ(mode(file.path()), 0600) << file.path();
    }
  }

  void fill() const {
    StateStore store(state_);
    const StateStore::Event event{1, 2, "x"};
    store.append({&event, 1});
    store.save_snapshot("model", 1);
    store.save_snapshot("model", 1);
    expect_all_private(state_);
  }

  std::string refusal() const {
    try {
      const StateStore store(state_);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInvalidArgument) << error.what();
      return error.what();
    }
    return "";
  }

  const tests::TemporaryFolder folder_;
  const std::string state_;
};

TEST_F(PrivateFolder, HasNothingThatOthersCanRead) {
  const ::mode_t before = ::umask(0);
  fill();
  ::umask(before);
}

TEST_F(PrivateFolder, WhatIsTooOpenIsTightenedAndSaid) {
  fill();
  ::chmod(state_.c_str(), 0755);
  ::chmod((state_ + "/model-2.mpart").c_str(), 0644);
  const StateStore store(state_);
  expect_all_private(state_);
  const std::vector<std::string> expected = {
      state_ + ": mode 0755 is now 0700: it was open to other users",
      state_ + "/model-2.mpart: mode 0644 is now 0600: it was open to other users"};
  EXPECT_EQ(store.notes(), expected);
}

TEST_F(PrivateFolder, MayBeASymbolicLink) {
  fill();
  fs::create_directory_symlink(state_, folder_.file("link"));
  const StateStore store(folder_.file("link"));
  EXPECT_EQ(store.last_event(), 1U);
  EXPECT_TRUE(store.notes().empty());
}

TEST_F(PrivateFolder, ASymbolicLinkInThePlaceOfAFileIsRefusedAndWhatItPointsToIsNotTouched) {
  fill();
  for (const char* name : {"lock", "last", "state.db", "state.db-wal", "model-1.mpart"}) {
    SCOPED_TRACE(name);
    const std::string path = state_ + "/" + name;
    const std::string elsewhere = folder_.write("elsewhere", "precious");
    ::chmod(elsewhere.c_str(), 0644);
    const bool was_there = fs::exists(path);
    if (was_there) fs::rename(path, folder_.file("kept"));
    fs::create_symlink(elsewhere, path);
    EXPECT_EQ(refusal(), path + ": a symbolic link in the place of a file of the state; remove it");
    EXPECT_EQ(tests::contents(elsewhere), "precious");
    EXPECT_EQ(mode(elsewhere), 0644);
    fs::remove(path);
    if (was_there) fs::rename(folder_.file("kept"), path);
  }
  EXPECT_EQ(refusal(), "");
}

TEST_F(PrivateFolder, ALinkPlantedForTheNextModelIsNotFollowed) {
  fill();
  StateStore store(state_);
  const std::string elsewhere = folder_.write("elsewhere", "precious");
  fs::create_symlink(elsewhere, state_ + "/model-3.mpart");
  fs::create_symlink(elsewhere, state_ + "/model-3.mpart.new." + std::to_string(::getpid()));
  store.save_snapshot("third", 1);
  EXPECT_EQ(tests::contents(elsewhere), "precious");
  EXPECT_EQ(tests::contents(state_ + "/model-3.mpart"), "third");
  EXPECT_EQ(mode(state_ + "/model-3.mpart"), 0600);
}

TEST_F(PrivateFolder, OfAnotherUserIsRefusedByName) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to make a file of another user";
  constexpr ::uid_t kNobody = 65534;
  fill();
  ASSERT_EQ(::chown((state_ + "/last").c_str(), kNobody, kNobody), 0);
  EXPECT_EQ(refusal(), state_ +
                           "/last: belongs to another user (uid 65534); run mpart as that "
                           "user, or use another folder");
  ASSERT_EQ(::chown((state_ + "/last").c_str(), 0, 0), 0);
  ASSERT_EQ(::chown(state_.c_str(), kNobody, kNobody), 0);
  EXPECT_EQ(refusal(), state_ +
                           ": belongs to another user (uid 65534); run mpart as that user, or "
                           "use another folder");
}

TEST_F(PrivateFolder, LosesWhatAKilledProcessLeftHalfWritten) {
  fill();
  tests::overwrite(state_ + "/model-3.mpart.new.4711", "half");
  const StateStore store(state_);
  EXPECT_FALSE(fs::exists(state_ + "/model-3.mpart.new.4711"));
  EXPECT_TRUE(fs::exists(state_ + "/model-2.mpart"));
}

}  // namespace
}  // namespace mpart
