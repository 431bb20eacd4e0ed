// Answers are kept, whatever ends the run.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"
#include "cli/pseudo_terminal.hpp"
#include "reference/golden.hpp"

namespace mpart::tests {
namespace {

using Json = nlohmann::json;

const std::string kPerson = "mpart run $DATA/fashion4d.csv --oracle terminal --budget 1/100 ";

Json inspect(const TemporaryFolder& folder, const std::string& model) {
  const Ended ended = run(folder, "mpart inspect " + model + " --json");
  EXPECT_EQ(ended.code, 0) << ended.err;
  return ended.code == 0 ? Json::parse(ended.out) : Json();
}

void expect_said(const Ended& ended, const std::string& text) {
  EXPECT_NE(ended.err.find(text), std::string::npos) << ended.err;
}

// Answers the question on the screen.
void answer(PseudoTerminal& terminal, const std::string& name) {
  ASSERT_TRUE(terminal.shows("label (? for help)> ")) << terminal.shown();
  terminal.type("+" + name + "\n");
}

TEST(Kept, WithoutAModelAnswersGoToAFileOfTheDatasName) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, kPerson + "--json", "+cat\n+dog\nquit\n");
  ASSERT_EQ(ended.code, 0) << ended.err;
  expect_said(ended, "mpart: answers are kept in fashion4d.mpart ");
  EXPECT_EQ(inspect(folder, "fashion4d.mpart")["labels"], 2);
}

TEST(Kept, NamesComeFromFoldersStreamsAndSyntheticData) {
  const TemporaryFolder folder;
  run(folder, "cp $DATA/fashion4d.csv a.b.csv; gzip a.b.csv");
  const std::string oracle = " --limit 20 --budget 1/10 --oracle 'command:echo x'";
  ASSERT_EQ(run(folder, "mpart run a.b.csv.gz" + oracle).code, 0);
  ASSERT_EQ(run(folder, "mpart run - <$DATA/fashion4d.csv" + oracle).code, 0);
  ASSERT_EQ(run(folder, "mpart run synthetic:moons,samples=100" + oracle).code, 0);
  for (const char* name : {"a.b.mpart", "stream.mpart", "moons.mpart"}) {
    EXPECT_EQ(inspect(folder, name)["samples"], 20) << name;
  }
}

TEST(Kept, TheSameCommandGoesOnAndAsksNothingTwice) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, kPerson, "+cat\n+dog\nquit\n").code, 0);
  const std::uint64_t seen = inspect(folder, "fashion4d.mpart")["samples"];
  const Ended ended = run(folder, kPerson, "+bird\n+fish\nquit\n");
  ASSERT_EQ(ended.code, 0) << ended.err;
  expect_said(ended,
              "goes on with fashion4d.mpart: " + std::to_string(seen) + " rows done, 2 labels");
  expect_said(ended, "Question 3: ");
  EXPECT_EQ(ended.err.find("Question 2: "), std::string::npos) << ended.err;
  const Json after = inspect(folder, "fashion4d.mpart");
  EXPECT_EQ(after["labels"], 4);
  EXPECT_EQ(after["open"], 1);
  EXPECT_GT(after["samples"].get<std::uint64_t>(), seen);
}

TEST(Kept, ARunInPiecesGivesTheModelOfARunInOne) {
  const TemporaryFolder folder;
  const std::string command = kPerson + "--limit 1000 --shuffle --seed 3 ";
  ASSERT_EQ(run(folder, command + "--model whole", "+a\n+b\n+c\n+a\n+b\n+c\n+a\n+b\n+c\n+a\n").code,
            0);
  ASSERT_EQ(run(folder, command, "+a\n+b\nquit\n").code, 0);
  ASSERT_EQ(run(folder, command, "+c\n+a\n+b\n+c\nquit\n").code, 0);
  ASSERT_EQ(run(folder, command, "+a\n+b\n+c\n+a\n").code, 0);
  EXPECT_EQ(inspect(folder, "whole")["samples"], 1000);
  EXPECT_TRUE(contents(folder.file("fashion4d.mpart")) == contents(folder.file("whole")));
  const Ended again = run(folder, command);
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(contents(folder.file("fashion4d.mpart")) == contents(folder.file("whole")))
      << "nothing is left to do";
}

TEST(Kept, TheCommandPrintedForGoingOnIsComplete) {
  const TemporaryFolder folder;
  const std::string command =
      kPerson + "--limit 1000 --shuffle --seed 3 --label-column 5 --missing-label 'no label' ";
  ASSERT_EQ(run(folder, command + "--model whole", "+a\n+b\n+c\n+a\n+b\n+c\n+a\n+b\n+c\n+a\n").code,
            0);
  const Ended stopped = run(folder, command + "--model 'my model'", "+a\n+b\nquit\n");
  const std::size_t start = stopped.err.find("\n  mpart run ") + 3;
  const std::string go_on = stopped.err.substr(start, stopped.err.find('\n', start) - start);
  for (const char* part : {"fashion4d.csv ", " --oracle terminal", " --budget 1/100", " --shuffle",
                           " --seed 3", " --missing-label 'no label'", " --resume 'my model'"}) {
    EXPECT_NE(go_on.find(part), std::string::npos) << go_on;
  }
  ASSERT_EQ(run(folder, go_on, "+c\n+a\n+b\n+c\n+a\n+b\n+c\n+a\n").code, 0);
  EXPECT_TRUE(contents(folder.file("my model")) == contents(folder.file("whole")));
}

TEST(Kept, AModelThatIsThereIsNotOverwritten) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --model m").code, 0);
  const std::string before = contents(folder.file("m"));
  const Ended refused = run(folder, kPerson + "--model m", "+cat\nquit\n");
  EXPECT_EQ(refused.code, 2);
  for (const char* flag : {"--resume m", "--overwrite", "--model FILE"}) expect_said(refused, flag);
  EXPECT_TRUE(contents(folder.file("m")) == before);
  ASSERT_EQ(run(folder, kPerson + "--model m --overwrite", "+cat\nquit\n").code, 0);
  EXPECT_EQ(inspect(folder, "m")["labels"], 1);
}

TEST(Kept, ASimulationDoesNotReplaceAnswersOfPeopleButOnesOfItsOwn) {
  const TemporaryFolder folder;
  const std::string simulation = "mpart run $DATA/fashion4d.csv --model m";
  ASSERT_EQ(run(folder, simulation).code, 0);
  ASSERT_EQ(run(folder, simulation).code, 0) << "as scripts do";
  ASSERT_EQ(run(folder, kPerson + "--model m --overwrite", "+cat\nquit\n").code, 0);
  const std::string before = contents(folder.file("m"));
  EXPECT_EQ(run(folder, simulation).code, 2);
  EXPECT_TRUE(contents(folder.file("m")) == before);
  ASSERT_EQ(run(folder, simulation + " --overwrite").code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder.file("m.run")));
  ASSERT_EQ(run(folder, simulation).code, 0) << "it holds no answers of people any more";
}

TEST(Kept, OtherDataOfTheSameNameIsRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "mkdir one two; cp $DATA/fashion4d.csv one/t.csv; cp one/t.csv two").code,
            0);
  ASSERT_EQ(run(folder, "mpart run one/t.csv --oracle terminal", "+a\nquit\n").code, 0);
  const Ended ended = run(folder, "mpart run two/t.csv --oracle terminal", "+a\nquit\n");
  EXPECT_EQ(ended.code, 2);
  expect_said(ended, "it was made from ");
  expect_said(ended, "two/t.csv");
}

TEST(Kept, DataThatChangedSinceIsRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "cp $DATA/fashion4d.csv t.csv").code, 0);
  ASSERT_EQ(run(folder, "mpart run t.csv --oracle terminal", "+a\nquit\n").code, 0);
  ASSERT_EQ(run(folder, "sed -i 2d t.csv").code, 0);
  const Ended ended = run(folder, "mpart run t.csv --oracle terminal", "+a\nquit\n");
  EXPECT_EQ(ended.code, 2);
  expect_said(ended, "t.csv: its first row is another one than before");
}

TEST(Kept, OtherWordsAboutTheDataAreRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, kPerson, "+a\nquit\n").code, 0);
  const Ended ended = run(folder, kPerson + "--shuffle", "+a\nquit\n");
  EXPECT_EQ(ended.code, 2);
  expect_said(ended, "it read the data with no flags, not with --shuffle");
}

TEST(Kept, AfterKillEveryAnswerIsThereAndTheSameCommandGoesOn) {
  const TemporaryFolder folder;
  const std::string command = kPerson + "--limit 1000 ";
  ASSERT_EQ(run(folder, command + "--model whole", "+a\n+b\n+c\n+a\n+b\n+c\n+a\n+b\n+c\n+a\n").code,
            0);
  {
    PseudoTerminal terminal(folder, "exec " + command);
    for (const char* name : {"a", "b", "c"}) answer(terminal, name);
    ASSERT_TRUE(terminal.shows("Question 4: ")) << terminal.shown();
    terminal.signal(SIGKILL);
    EXPECT_EQ(terminal.wait(), 128 + SIGKILL);
  }
  EXPECT_EQ(inspect(folder, "fashion4d.mpart")["labels"], 3);
  PseudoTerminal terminal(folder, "exec " + command);
  ASSERT_TRUE(terminal.shows("3 labels")) << terminal.shown();
  ASSERT_TRUE(terminal.shows("Question 4: ")) << terminal.shown();
  for (const char* name : {"a", "b", "c", "a", "b", "c", "a"}) answer(terminal, name);
  EXPECT_EQ(terminal.wait(), 0) << terminal.shown();
  EXPECT_TRUE(contents(folder.file("fashion4d.mpart")) == contents(folder.file("whole")));
}

TEST(Kept, AfterKillAmongQuestionsThatComeTogetherNoneIsLost) {
  const TemporaryFolder folder;
  const std::string command =
      "mpart run $DATA/fashion4d.csv --limit 100 --oracle terminal --strategy memory --budget "
      "5/50 ";
  ASSERT_EQ(run(folder, command + "--model whole", "+a\n+b\n+c\n+a\n+b\n+c\n+a\n+b\n+c\n+a\n").code,
            0);
  {
    PseudoTerminal terminal(folder, "exec " + command);
    for (const char* name : {"a", "b"}) answer(terminal, name);
    ASSERT_TRUE(terminal.shows("Question 3: ")) << terminal.shown();
    terminal.signal(SIGKILL);
    terminal.wait();
  }
  EXPECT_EQ(inspect(folder, "fashion4d.mpart")["labels"], 2);
  ASSERT_EQ(run(folder, command, "+c\n+a\n+b\n+c\n+a\n+b\n+c\n+a\n").code, 0);
  EXPECT_TRUE(contents(folder.file("fashion4d.mpart")) == contents(folder.file("whole")));
}

TEST(Kept, ATerminalThatClosesSaves) {
  const TemporaryFolder folder;
  PseudoTerminal terminal(folder, "exec " + kPerson);
  answer(terminal, "a");
  ASSERT_TRUE(terminal.shows("Question 2: ")) << terminal.shown();
  terminal.hang_up();
  terminal.wait();
  const Json model = inspect(folder, "fashion4d.mpart");
  EXPECT_EQ(model["labels"], 1);
  EXPECT_EQ(model["open"], 1) << "the question that was shown is saved too";
}

TEST(Kept, SighupSavesAsCtrlCDoes) {
  const TemporaryFolder folder;
  Running endless(folder, "exec mpart run synthetic:blobs,samples=0 --model m --save-every 1000");
  ASSERT_TRUE(appears(folder.file("m")));
  endless.signal(SIGHUP);
  endless.signal(SIGHUP);
  const Ended ended = endless.wait();
  EXPECT_EQ(ended.code, 130) << ended.err;
  expect_said(ended, "--skip " + inspect(folder, "m")["samples"].dump());
}

TEST(Kept, NohupStillHolds) {
  const TemporaryFolder folder;
  Running ignoring(folder,
                   "trap '' HUP; exec mpart run synthetic:blobs,samples=0 --model m --save-every "
                   "1000 --limit 30000 --json");
  ASSERT_TRUE(appears(folder.file("m")));
  ignoring.signal(SIGHUP);
  EXPECT_EQ(ignoring.wait().code, 0);
  EXPECT_EQ(inspect(folder, "m")["samples"], 30000);
}

}  // namespace
}  // namespace mpart::tests
