// Disks that are full and paths that are no files.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

// Writing to these links finds no space. They are links so that nothing that goes wrong can harm
// the device itself.
class FullDisk : public testing::Test {
 protected:
  FullDisk() {
    std::filesystem::create_symlink("/dev/full", folder.file("full.csv"));
    std::filesystem::create_symlink("/dev/full", folder.file("full.json"));
    overwrite(folder.file("few.csv"), "a,b,label\n0.1,0.2,x\n0.3,0.4,y\n");
  }

  void expect_no_space(const std::string& command, const std::string& file) const {
    const auto before = everything_in(folder);
    const Ended ended = run(folder, command);
    EXPECT_EQ(ended.code, 3) << command;
    EXPECT_EQ(ended.err, "mpart: " + file + ": cannot write: No space left on device\n") << command;
    EXPECT_EQ(everything_in(folder), before) << command;
  }

  TemporaryFolder folder;
};

TEST_F(FullDisk, IsSaidOfEveryOutputOfRun) {
  for (const char* flag : {"--trace", "--ledger", "--curve"}) {
    expect_no_space(std::string("mpart run few.csv ") + flag + " full.csv", "full.csv");
    expect_no_space(std::string("mpart run $DATA/fashion4d.csv ") + flag + " full.csv", "full.csv");
  }
}

TEST_F(FullDisk, IsSaidOfThePredictionsAndTheGraph) {
  ASSERT_EQ(run(folder, "mpart run few.csv --model m").code, 0);
  expect_no_space("mpart predict m few.csv --out full.csv", "full.csv");
  expect_no_space("mpart inspect m --export full.json", "full.json");
  expect_no_space("mpart inspect m --ledger full.csv", "full.csv");
}

TEST_F(FullDisk, IsSaidOfStandardOutput) {
  for (const char* command : {"mpart run few.csv", "mpart run few.csv --json"}) {
    const Ended ended = run(folder, std::string(command) + " >/dev/full");
    EXPECT_EQ(ended.code, 3) << command;
    EXPECT_EQ(ended.err, "mpart: standard output: cannot write\n") << command;
  }
}

// A limit on the size of files stands for a disk that fills up while a model is written.
class SmallDisk : public testing::Test {
 protected:
  const std::string small_ = "trap '' XFSZ; ulimit -f 4; exec ";
  TemporaryFolder folder;
};

TEST_F(SmallDisk, LeavesTheOldModelIntact) {
  ASSERT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --limit 50 --model m").code, 0);
  const auto before = everything_in(folder);
  for (const char* more : {"", " --save-every 500", " --resume m"}) {
    const Ended ended = run(folder, small_ + "mpart run $DATA/fashion4d.csv --model m" + more);
    EXPECT_EQ(ended.code, 3) << more;
    EXPECT_EQ(ended.err, "mpart: m: cannot write: File too large\n") << more;
    EXPECT_EQ(everything_in(folder), before) << more;
  }
}

TEST_F(SmallDisk, LeavesOldFilesIntact) {
  overwrite(folder.file("t.csv"), "old\n");
  const auto before = everything_in(folder);
  const Ended ended = run(folder, small_ + "mpart run $DATA/fashion4d.csv --trace t.csv");
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err, "mpart: t.csv: cannot write: File too large\n");
  EXPECT_EQ(everything_in(folder), before);
}

TEST(NoFile, AModelDoesNotTakeThePlaceOfAPipe) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  overwrite(folder.file("few.csv"), "a,b,label\n0.1,0.2,x\n0.3,0.4,y\n");
  const Ended ended = run(folder, "mpart run few.csv --model pipe");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err.rfind("mpart: pipe: cannot write", 0), 0U) << ended.err;
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  EXPECT_TRUE(std::filesystem::is_fifo(folder.file("pipe")));
}

TEST(NoFile, ALinkToAModelStaysALink) {
  const TemporaryFolder folder;
  overwrite(folder.file("few.csv"), "a,b,label\n0.1,0.2,x\n0.3,0.4,y\n");
  overwrite(folder.file("target"), "old");
  std::filesystem::create_symlink("target", folder.file("link"));
  EXPECT_EQ(run(folder, "mpart run few.csv --model link").code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
  EXPECT_EQ(run(folder, "mpart inspect target").code, 0);
}

}  // namespace
}  // namespace mpart::tests
