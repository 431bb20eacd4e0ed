#include "label/files_oracle.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "label/asked.hpp"
#include "mpart/error.hpp"
#include "temporary_folder.hpp"
#include "wire/query_json.hpp"

namespace mpart {
namespace {

using tests::append;
using tests::Asked;
using tests::contents;
using tests::overwrite;
using Warnings = std::vector<std::string>;

class TwoFiles : public testing::Test {
 protected:
  std::vector<LateAnswer> collect() {
    oracle_.poll_now();
    const std::span<const LateAnswer> late = oracle_.collect();
    return {late.begin(), late.end()};
  }

  tests::TemporaryFolder folder_;
  std::string queries_ = folder_.file("queries.jsonl");
  std::string labels_ = folder_.file("labels.jsonl");
  FilesOracle oracle_{queries_, labels_};
};

TEST_F(TwoFiles, AQuestionIsALineAndIsAnsweredLater) {
  Asked asked;
  EXPECT_EQ(oracle_.ask(asked.query(1)).kind, Answer::Kind::kLater);
  EXPECT_EQ(oracle_.ask(asked.query(2)).kind, Answer::Kind::kLater);
  EXPECT_EQ(contents(queries_),
            wire::query_json(asked.query(1)) + '\n' + wire::query_json(asked.query(2)) + '\n');
}

TEST_F(TwoFiles, QuestionsAreAppendedToThoseOfEarlierRuns) {
  append(queries_, "earlier\n");
  oracle_.ask(Asked().query());
  EXPECT_TRUE(contents(queries_).starts_with("earlier\n{\"id\":17,"));
}

TEST_F(TwoFiles, AnswersComeInTheOrderOfTheFile) {
  EXPECT_TRUE(collect().empty());
  append(labels_,
         "{\"id\":2,\"label\":\"cat\"}\n\n{\"id\":1,\"skip\":true}\r\n{\"id\":2,\"label\":null}\n");
  const std::vector<LateAnswer> late = collect();
  ASSERT_EQ(late.size(), 3u);
  EXPECT_EQ(late[0].id, 2u);
  EXPECT_EQ(late[0].answer.label, "cat");
  EXPECT_EQ(late[1].answer.kind, Answer::Kind::kSkip);
  EXPECT_EQ(late[2].answer.kind, Answer::Kind::kWithdraw);
  EXPECT_TRUE(collect().empty());
  EXPECT_TRUE(oracle_.warnings().empty());
}

TEST_F(TwoFiles, AnAnswerWaitsForItsNewline) {
  append(labels_, "{\"id\":2,\"label\":\"ca");
  EXPECT_TRUE(collect().empty());
  append(labels_, "t\"}");
  EXPECT_TRUE(collect().empty());
  append(labels_, "\n");
  ASSERT_EQ(collect().size(), 1u);
  EXPECT_TRUE(oracle_.warnings().empty());
}

TEST_F(TwoFiles, GarbageIsAWarningAndTheRestIsRead) {
  append(labels_, "garbage\n{\"id\":1}\n{\"id\":1,\"label\":\"cat\"}\n\xff\n");
  ASSERT_EQ(collect().size(), 1u);
  EXPECT_EQ(oracle_.warnings(), (Warnings{labels_ + ":1: not JSON at character 1",
                                          labels_ + ":2: no \"label\", \"skip\" or \"withdraw\"",
                                          labels_ + ":4: not JSON at character 1"}));
}

TEST_F(TwoFiles, WarningsAreBoundedAndCounted) {
  std::string garbage;
  for (int i = 0; i < 250; ++i) garbage += "?\n";
  append(labels_, garbage);
  collect();
  EXPECT_EQ(oracle_.warnings().size(), 100u);
  EXPECT_EQ(oracle_.warning_count(), 250u);
}

TEST_F(TwoFiles, ARefusedAnswerIsAWarning) {
  oracle_.refuse({99, Answer::of("cat")}, "query 99 was never asked");
  EXPECT_EQ(oracle_.warnings(), Warnings{labels_ + ": query 99 was never asked"});
}

TEST_F(TwoFiles, AReplacedOrShortenedFileIsReadAgain) {
  append(labels_, "{\"id\":1,\"label\":\"cat\"}\n{\"id\":2,\"label\":\"cat\"}\n");
  EXPECT_EQ(collect().size(), 2u);
  overwrite(labels_, "{\"id\":1,\"label\":\"dog\"}\n");
  EXPECT_EQ(collect().size(), 1u);
  overwrite(folder_.file("new"), "{\"id\":1,\"label\":\"a\"}\n{\"id\":2,\"label\":\"b\"}\n");
  std::filesystem::rename(folder_.file("new"), labels_);
  EXPECT_EQ(collect().size(), 2u);
}

TEST_F(TwoFiles, AnUnreadableFileIsOneWarningHoweverOftenItIsTried) {
  std::filesystem::create_directory(labels_);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(collect().empty());
  EXPECT_EQ(oracle_.warnings(), Warnings{labels_ + ": a regular file expected"});
}

TEST_F(TwoFiles, TheFirstCollectReadsAndTheNextWaitsForTheClock) {
  append(labels_, "{\"id\":1,\"label\":\"cat\"}\n");
  FilesOracle fresh(queries_, labels_);
  EXPECT_EQ(fresh.collect().size(), 1u);
  EXPECT_TRUE(fresh.collect().empty());
}

TEST_F(TwoFiles, TheOffsetOfAnEarlierRunSavesReadingAgain) {
  append(labels_, "{\"id\":1,\"label\":\"cat\"}\n{\"id\":2,");
  collect();
  append(labels_, "\"label\":\"dog\"}\n");
  FilesOracle resumed(queries_, labels_, oracle_.labels_offset());
  const std::span<const LateAnswer> late = resumed.collect();
  ASSERT_EQ(late.size(), 1u);
  EXPECT_EQ(late[0].id, 2u);
}

TEST_F(TwoFiles, QuestionsThatCannotBeWrittenAreRefusedFromTheStart) {
  const std::string path = folder_.file("no/such/folder");
  try {
    FilesOracle(path, labels_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNotFound);
    EXPECT_EQ(error.what(), path + ": cannot write: No such file or directory");
  }
}

TEST(FilesOracle, AFullDiskIsOutOfSpace) {
  const tests::TemporaryFolder folder;
  FilesOracle oracle("/dev/full", folder.file("labels.jsonl"));
  try {
    oracle.ask(Asked().query());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutOfSpace);
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

// A limit on file sizes cuts a line as a disk does that becomes full while it is written.
TEST_F(TwoFiles, NoHalfLineIsLeftWhereTheDiskBecameFull) {
  oracle_.ask(Asked().query(1));
  const std::string before = contents(queries_);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  rlimit low = limit;
  low.rlim_cur = before.size() + 10;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &low), 0);
  EXPECT_THROW(oracle_.ask(Asked().query(2)), Error);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(contents(queries_), before);
}

}  // namespace
}  // namespace mpart
