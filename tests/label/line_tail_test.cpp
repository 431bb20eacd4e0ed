#include "label/line_tail.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <vector>

#include "temporary_folder.hpp"

namespace mpart {
namespace {

using tests::append;
using tests::overwrite;
using Lines = std::vector<std::string>;

class LineTailOfAFile : public testing::Test {
 protected:
  // New lines as "number:text".
  Lines poll(LineTail& tail) {
    Lines lines;
    problem_ = tail.poll([&lines](const LineTail::Line& line) {
      lines.push_back(std::to_string(line.number) + ':' +
                      (line.too_long ? "too long" : std::string(line.text)));
    });
    return lines;
  }
  Lines poll() { return poll(tail_); }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_.file("lines");
  LineTail tail_{path_};
  std::string problem_;
};

TEST_F(LineTailOfAFile, WaitsForTheFileToAppear) {
  EXPECT_EQ(poll(), Lines{});
  EXPECT_EQ(problem_, "");
  append(path_, "a\nb\n");
  EXPECT_EQ(poll(), (Lines{"1:a", "2:b"}));
  EXPECT_EQ(poll(), Lines{});
}

TEST_F(LineTailOfAFile, ALineWaitsForItsNewline) {
  append(path_, "a\nb");
  EXPECT_EQ(poll(), Lines{"1:a"});
  EXPECT_EQ(tail_.offset(), 2u);
  append(path_, "c");
  EXPECT_EQ(poll(), Lines{});
  append(path_, "d\n\n");
  EXPECT_EQ(poll(), (Lines{"2:bcd", "3:"}));
  EXPECT_EQ(tail_.offset(), 7u);
}

TEST_F(LineTailOfAFile, AShorterFileIsReadAgain) {
  append(path_, "a\nb\nhalf");
  EXPECT_EQ(poll(), (Lines{"1:a", "2:b"}));
  overwrite(path_, "c\n");
  EXPECT_EQ(poll(), Lines{"1:c"});
  overwrite(path_, "");
  EXPECT_EQ(poll(), Lines{});
  append(path_, "d\ne\nf\n");
  EXPECT_EQ(poll(), (Lines{"1:d", "2:e", "3:f"}));
}

TEST_F(LineTailOfAFile, AReplacedFileIsReadAgainWhateverItsLength) {
  append(path_, "a\nb\n");
  poll();
  overwrite(folder_.file("new"), "a\nc\nd\n");
  std::filesystem::rename(folder_.file("new"), path_);
  EXPECT_EQ(poll(), (Lines{"1:a", "2:c", "3:d"}));
  std::filesystem::remove(path_);
  EXPECT_EQ(poll(), Lines{});
  overwrite(path_, "e\nf\ng\n");
  EXPECT_EQ(poll(), (Lines{"1:e", "2:f", "3:g"}));
}

TEST_F(LineTailOfAFile, ALineThatIsTooLongIsPassedOver) {
  append(path_, std::string(LineTail::kLongestLine, 'x') + '\n');
  EXPECT_EQ(poll().front().size(), LineTail::kLongestLine + 2);
  append(path_, std::string(3 * LineTail::kLongestLine, 'x'));
  EXPECT_EQ(poll(), Lines{});
  append(path_, "x\nb\n");
  EXPECT_EQ(poll(), (Lines{"2:too long", "3:b"}));
}

TEST_F(LineTailOfAFile, StartsAtAnOffsetAndStillCountsTheLinesBefore) {
  append(path_, "a\nb\nc\n");
  LineTail later(path_, 4);
  EXPECT_EQ(poll(later), Lines{"3:c"});
  EXPECT_EQ(later.offset(), 6u);
}

TEST_F(LineTailOfAFile, AnOffsetMeansNothingInAFileThatIsShorterOrComesLater) {
  append(path_, "a\n");
  LineTail shorter(path_, 4);
  EXPECT_EQ(poll(shorter), Lines{"1:a"});
  LineTail absent(folder_.file("absent"), 4);
  EXPECT_EQ(poll(absent), Lines{});
  append(folder_.file("absent"), "a\nb\nc\n");
  EXPECT_EQ(poll(absent).size(), 3u);
}

TEST_F(LineTailOfAFile, SaysWhatCannotBeReadAndGoesOnWhenItCan) {
  std::filesystem::create_directory(path_);
  EXPECT_EQ(poll(), Lines{});
  EXPECT_EQ(problem_, "a regular file expected");
  std::filesystem::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  poll();
  EXPECT_EQ(problem_, "a regular file expected");
  std::filesystem::remove(path_);
  append(path_, "a\n");
  EXPECT_EQ(poll(), Lines{"1:a"});
  EXPECT_EQ(problem_, "");
}

}  // namespace
}  // namespace mpart
