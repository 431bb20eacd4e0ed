// Who answers, other than the label column.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "cli/program.hpp"
#include "reference/golden.hpp"

namespace mpart::tests {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kStateColumn = 10, kLabelColumn = 11;

std::vector<std::vector<std::string>> ledger_of(const TemporaryFolder& folder,
                                                const std::string& model) {
  EXPECT_EQ(run(folder, "mpart inspect " + model + " --ledger asked.csv").code, 0);
  return reference::read_rows(folder.file("asked.csv"));
}

TEST(Terminal, TakesAClassANewClassASkipAndQuit) {
  const TemporaryFolder folder;
  // cat and dog are new, so each is confirmed; then a known name, a skip, and the end.
  const Ended ended = run(folder,
                          "mpart run $DATA/fashion4d.csv --oracle terminal --budget 1/10 --model m "
                          "--json",
                          "cat\ny\ndog\ny\ncat\nskip\nquit\n");
  ASSERT_EQ(ended.code, 0) << ended.err;
  for (const char* shown :
       {"Question 1: row ", "values: ", "predicted: ", "why: ", "Question 5: "}) {
    EXPECT_NE(ended.err.find(shown), std::string::npos) << shown << " is not in\n" << ended.err;
  }
  const Json report = Json::parse(ended.out);
  EXPECT_EQ(report["queries"], 5);
  EXPECT_EQ(report["labels"], 3);
  EXPECT_EQ(report["skipped"], 1);
  EXPECT_EQ(report["open"], 1);
  EXPECT_EQ(report["classes"], 2);
  const auto ledger = ledger_of(folder, "m");
  ASSERT_EQ(ledger.size(), 5U);
  EXPECT_EQ(ledger[0].at(kLabelColumn), "cat");
  EXPECT_EQ(ledger[1].at(kLabelColumn), "dog");
  EXPECT_EQ(ledger[2].at(kLabelColumn), "cat");
  EXPECT_EQ(ledger[3].at(kStateColumn), "skipped");
  EXPECT_EQ(ledger[4].at(kStateColumn), "open");
  EXPECT_NE(ended.err.find("--resume m --model m --skip " + report["samples"].dump()),
            std::string::npos)
      << ended.err;
}

TEST(Terminal, GoesOnAfterQuit) {
  const TemporaryFolder folder;
  const std::string command =
      "mpart run $DATA/fashion4d.csv --oracle terminal --model m --limit 400 --json ";
  const Json first = Json::parse(run(folder, command + "--budget 1/10", "cat\ny\nquit\n").out);
  const std::string skip = first["samples"].dump();
  const Ended ended = run(folder, command + "--resume m --skip " + skip, "dog\ny\nquit\n");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("Question 2: row "), std::string::npos) << "it is asked again";
  EXPECT_NE(ended.err.find("Question 3: row "), std::string::npos) << ended.err;
  const Json second = Json::parse(ended.out);
  EXPECT_EQ(second["labels"], 2);
  EXPECT_EQ(second["open"], 1);
  EXPECT_EQ(ledger_of(folder, "m")[1].at(kLabelColumn), "dog");
}

TEST(Terminal, WithoutInputStopsAtTheFirstQuestion) {
  const TemporaryFolder folder;
  const Ended ended =
      run(folder, "mpart run $DATA/fashion4d.csv --oracle terminal --model m --json");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(Json::parse(ended.out)["open"], 1);
}

TEST(Terminal, IsRefusedWhereStandardInputIsTheDataAndThereIsNoTerminal) {
  const TemporaryFolder folder;
  const Ended ended =
      run(folder, "setsid mpart run - --oracle terminal --model m <$DATA/fashion4d.csv");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err, "mpart: --oracle terminal needs a terminal\n");
  EXPECT_TRUE(everything_in(folder).empty());
}

TEST(Command, AnswersWithItsFirstLineAndSkipsWithNone) {
  const TemporaryFolder folder;
  overwrite(folder.file("answer"),
            "cat >>asked.jsonl\n"
            "n=$(wc -l <asked.jsonl)\n"
            "if [ $n -ne 2 ]; then echo class $((n % 2)); fi\n");
  const Ended ended = run(folder,
                          "mpart run $DATA/fashion4d.csv --limit 400 --model m --json --oracle "
                          "'command:sh answer'");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json report = Json::parse(ended.out);
  EXPECT_EQ(report["labels"], 3);
  EXPECT_EQ(report["skipped"], 1);
  EXPECT_EQ(ledger_of(folder, "m")[0].at(kLabelColumn), "class 1");
  std::istringstream asked(contents(folder.file("asked.jsonl")));
  for (std::string line; std::getline(asked, line);) {
    EXPECT_EQ(Json::parse(line)["values"].size(), 4U);
  }
}

TEST(Command, ThatFailsIsAnOperationThatFailed) {
  const TemporaryFolder folder;
  const Ended ended =
      run(folder, "mpart run $DATA/fashion4d.csv --model m --oracle 'command:exit 3'");
  EXPECT_EQ(ended.code, 3);
  EXPECT_EQ(ended.err, "mpart: command \"exit 3\": exit status 3\n");
  EXPECT_TRUE(everything_in(folder).empty());
}

// Someone who reads the questions and writes the true labels beneath them, slowly.
void answer_all(const TemporaryFolder& folder, std::size_t questions) {
  std::size_t answered = 0;
  for (int look = 0; look < 500 && answered < questions; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::istringstream asked(contents(folder.file("q.jsonl")));
    std::string line;
    for (std::size_t i = 0; std::getline(asked, line); ++i) {
      if (i < answered) continue;
      ++answered;
      append(folder.file("l.jsonl"),
             R"({"id": )" + Json::parse(line)["id"].dump() + R"(, "label": "late"})" + "\n");
    }
  }
}

TEST(Files, AnswersThatComeLateAreWaitedFor) {
  const TemporaryFolder folder;
  Running waiting(folder,
                  "mpart run $DATA/fashion4d.csv --model m --json --wait 30 --oracle "
                  "files:q.jsonl,l.jsonl");
  answer_all(folder, 20);
  const Ended ended = waiting.wait();
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json report = Json::parse(ended.out);
  EXPECT_EQ(report["queries"], 20);
  EXPECT_EQ(report["labels"], 20);
  EXPECT_EQ(report["open"], 0);
  EXPECT_EQ(Json::parse(run(folder, "mpart inspect m --json").out)["classes"]["late"], 20);
}

TEST(Files, WithoutWaitingTheQuestionsStayOpenAndAreAnsweredInTheNextRun) {
  const TemporaryFolder folder;
  const std::string command =
      "mpart run $DATA/fashion4d.csv --limit 300 --model m --json --oracle files:q.jsonl,l.jsonl ";
  EXPECT_EQ(Json::parse(run(folder, command).out)["open"], 3);
  append(folder.file("l.jsonl"), "{\"id\": 1, \"label\": \"a\"}\n{\"id\": 2, \"skip\": true}\n");
  const Json second = Json::parse(run(folder, command + "--resume m --skip 300").out);
  EXPECT_EQ(second["labels"], 1);
  EXPECT_EQ(second["skipped"], 1);
  EXPECT_EQ(second["refused"], 0);
}

TEST(Files, AnswersThatFitNoQuestionAreCountedAndNamed) {
  const TemporaryFolder folder;
  append(folder.file("l.jsonl"), "{\"id\": 99, \"label\": \"a\"}\nno JSON\n");
  const Ended ended = run(folder,
                          "mpart run $DATA/fashion4d.csv --limit 300 --json --oracle "
                          "files:q.jsonl,l.jsonl");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(Json::parse(ended.out)["refused"], 1);
  EXPECT_NE(ended.err.find("l.jsonl: query 99 was never asked\n"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("l.jsonl:2: "), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace mpart::tests
