#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "persist/small_session.hpp"
#include "temporary_folder.hpp"
#include "util/atomic_file.hpp"

namespace mpart {
namespace {

namespace fs = std::filesystem;

class ModelOnDisk : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.file(name); }
  std::ptrdiff_t files() const { return folder_.file_count(); }

  const tests::TemporaryFolder folder_;
};

TEST_F(ModelOnDisk, LoadGivesBackWhatWasSaved) {
  const Session session = small_session(StrategyKind::kMemory);
  save_model(path("m"), session);
  EXPECT_EQ(encode_model(load_model(path("m"))), encode_model(session));
  EXPECT_EQ(files(), 1);
}

TEST_F(ModelOnDisk, AFailedWriteLeavesTheOldModelAndNoRubbish) {
  save_model(path("m"), small_session(StrategyKind::kRandom, 30));
  const std::string before = read_file(path("m"));
  // A limit on file size is a full disk for one process.
  std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit old {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const struct rlimit small { 200, old.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string message;
  try {
    save_model(path("m"), small_session(StrategyKind::kExplorer));
  } catch (const Error& error) {
    message = error.what();
  }
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  EXPECT_EQ(message, path("m") + ": cannot write: File too large");
  EXPECT_EQ(read_file(path("m")), before);
  EXPECT_EQ(files(), 1);
}

TEST_F(ModelOnDisk, ErrorsNameTheFile) {
  const auto message = [](const auto& action) -> std::string {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const Session session = small_session(StrategyKind::kRandom);
  EXPECT_EQ(message([&] { load_model(path("none")); }),
            path("none") + ": cannot open: No such file or directory");
  EXPECT_EQ(message([&] { save_model(path("no/folder"), session); }),
            path("no/folder") + ": cannot write: No such file or directory");
  EXPECT_EQ(message([&] { require_writable(path("")); }),
            path("") + ": cannot write: Is a directory");
  std::ofstream(path("text")) << "hello";
  EXPECT_EQ(message([&] { load_model(path("text")); }), path("text") + ": not a model file");
}

TEST_F(ModelOnDisk, ALinkStaysALink) {
  save_model(path("real"), small_session(StrategyKind::kRandom));
  fs::create_symlink("real", path("link"));
  save_model(path("link"), small_session(StrategyKind::kExplorer));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("real")), encode_model(small_session(StrategyKind::kExplorer)));
}

}  // namespace
}  // namespace mpart
