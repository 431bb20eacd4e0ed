#include "label/terminal_oracle.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "label/asked.hpp"

namespace mpart {
namespace {

using tests::Asked;

// What a person types, line by line, and what they see.
class Dialogue {
 public:
  explicit Dialogue(const std::string& typed) : in_(typed), oracle_(in_, out_) {}

  Answer ask(QueryId id = 17) { return oracle_.ask(asked.query(id)); }
  std::vector<LateAnswer> collect() {
    const std::span<const LateAnswer> late = oracle_.collect();
    return {late.begin(), late.end()};
  }
  bool shows(const std::string& text) const { return out_.str().find(text) != std::string::npos; }
  std::string shown() const { return out_.str(); }
  TerminalOracle& oracle() { return oracle_; }

  Asked asked;

 private:
  std::istringstream in_;
  std::ostringstream out_;
  TerminalOracle oracle_;
};

void expect_label(const Answer& answer, const std::string& label) {
  EXPECT_EQ(answer.kind, Answer::Kind::kLabel);
  EXPECT_EQ(answer.label, label);
}

TEST(TerminalOracle, TakesTheNameOfAClass) {
  Dialogue dialogue("dog\n");
  expect_label(dialogue.ask(), "dog");
  EXPECT_EQ(dialogue.shown(),
            "\nQuestion 17: row 123\n"
            "  values: 0.100 0.900\n"
            "  predicted: cat 61%; then bird 30%, dog 9%\n"
            "  why: Few labels are near here, and the classes are mixed. The region is dense, so "
            "the answer helps with many samples. Its score of 0.31 passed the threshold of 0.27.\n"
            "       u_e 0.83, u_a 0.41, d 132.1, score 0.31\n"
            "  classes: #1 cat  #2 dog  #3 bird\n"
            "label (? for help)> ");
}

TEST(TerminalOracle, TakesTheNumberOfAClass) {
  Dialogue dialogue("#3\n2\r\n");
  expect_label(dialogue.ask(), "bird");
  expect_label(dialogue.ask(), "dog");
}

TEST(TerminalOracle, TakesTheStartOfANameAfterAsking) {
  Dialogue dialogue("CA\ny\n");
  expect_label(dialogue.ask(), "cat");
  EXPECT_TRUE(dialogue.shows("did you mean cat? [y/n] "));
}

TEST(TerminalOracle, ARefusedGuessIsNotTaken) {
  Dialogue dialogue("ca\nn\n+ca\n");
  expect_label(dialogue.ask(), "ca");
  EXPECT_TRUE(dialogue.shows("not taken; type +ca for a new class\n"));
}

TEST(TerminalOracle, ANewClassNeedsAYes) {
  Dialogue dialogue("dgo\nn\nfish\nyes\n");
  expect_label(dialogue.ask(), "fish");
  EXPECT_TRUE(dialogue.shows("new class \"dgo\"? [y/n] not taken\n"));
  EXPECT_TRUE(dialogue.shows("new class \"fish\"? [y/n] "));
}

TEST(TerminalOracle, APlusNeedsNoYesEvenForWordsOfItsOwn) {
  Dialogue dialogue("+fish\n+skip\n+quit\n+u\n");
  for (const char* label : {"fish", "skip", "quit", "u"}) expect_label(dialogue.ask(), label);
}

TEST(TerminalOracle, SeveralMatchesAreListed) {
  Dialogue dialogue("ca\ncar\n");
  dialogue.asked.classes = {"cat", "car"};
  expect_label(dialogue.ask(), "car");
  EXPECT_TRUE(dialogue.shows("several classes start so: cat, car; type +ca for a new class\n"));
}

TEST(TerminalOracle, SkipsAndQuits) {
  Dialogue dialogue("skip\ns\nquit\nq\n");
  EXPECT_EQ(dialogue.ask().kind, Answer::Kind::kSkip);
  EXPECT_EQ(dialogue.ask().kind, Answer::Kind::kSkip);
  EXPECT_EQ(dialogue.ask().kind, Answer::Kind::kQuit);
  EXPECT_EQ(dialogue.ask().kind, Answer::Kind::kQuit);
}

TEST(TerminalOracle, AClassCalledSTakesTheLetterFromSkip) {
  Dialogue dialogue("s\nskip\nu\n");
  dialogue.asked.classes = {"s", "u"};
  expect_label(dialogue.ask(), "s");
  EXPECT_EQ(dialogue.ask().kind, Answer::Kind::kSkip);
  expect_label(dialogue.ask(), "u");
}

TEST(TerminalOracle, AnEmptyLineOrAQuestionMarkHelps) {
  Dialogue dialogue("\n?\ncat\n");
  expect_label(dialogue.ask(), "cat");
  const std::string shown = dialogue.shown();
  const std::size_t first = shown.find("undo NAME");
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(shown.find("undo NAME", first + 1), std::string::npos);
}

TEST(TerminalOracle, TheEndOfInputQuitsWhereverItComes) {
  for (const char* typed :
       {"", "\n", "ca", "ca\n", "dgo\n", "undo\n", "undo dgo\n", "+\n", "#9\n"}) {
    Dialogue dialogue(typed);
    EXPECT_EQ(dialogue.ask().kind, Answer::Kind::kQuit) << typed;
    EXPECT_TRUE(dialogue.shows("question 17 stays open\n")) << typed;
  }
}

TEST(TerminalOracle, TheLastLineNeedsNoNewline) { expect_label(Dialogue("cat").ask(), "cat"); }

TEST(TerminalOracle, EndlessGarbageEndsTheQuestion) {
  std::string garbage;
  for (int i = 0; i < 1000; ++i) garbage += "\x01\xff\n";
  Dialogue dialogue(garbage + "cat\n");
  EXPECT_EQ(dialogue.ask().kind, Answer::Kind::kQuit);
}

TEST(TerminalOracle, ALineThatIsTooLongIsDroppedWhole) {
  Dialogue dialogue("+" + std::string(100000, 'x') + "\ncat\n");
  expect_label(dialogue.ask(), "cat");
  EXPECT_TRUE(dialogue.shows("that line is too long\n"));
}

TEST(TerminalOracle, TypedControlCharactersAreNeitherShownNorTaken) {
  Dialogue dialogue("\x1b[A\ndo\x1b\ncat\n");
  expect_label(dialogue.ask(), "cat");
  EXPECT_TRUE(dialogue.shows("not a class name: has a control character\n"));
  EXPECT_FALSE(dialogue.shows("\x1b"));
}

TEST(TerminalOracle, UndoWithdrawsTheAnswerBefore) {
  Dialogue dialogue("cat\nundo\ndog\n");
  expect_label(dialogue.ask(1), "cat");
  EXPECT_TRUE(dialogue.collect().empty());
  expect_label(dialogue.ask(2), "dog");
  EXPECT_TRUE(dialogue.shows("question 1: \"cat\" is withdrawn; back to this question\n"));
  const std::vector<LateAnswer> late = dialogue.collect();
  ASSERT_EQ(late.size(), 1u);
  EXPECT_EQ(late[0].id, 1u);
  EXPECT_EQ(late[0].answer.kind, Answer::Kind::kWithdraw);
  EXPECT_TRUE(dialogue.collect().empty());
}

TEST(TerminalOracle, UndoWithANameCorrectsTheAnswerBefore) {
  Dialogue dialogue("cat\nundo bi\ny\nu #2\nu\ndog\n");
  dialogue.ask(1);
  dialogue.ask(2);
  EXPECT_TRUE(dialogue.shows("question 1: \"cat\" is corrected to \"bird\""));
  EXPECT_TRUE(dialogue.shows("question 1: \"bird\" is corrected to \"dog\""));
  EXPECT_TRUE(dialogue.shows("question 1: \"dog\" is withdrawn"));
  const std::vector<LateAnswer> late = dialogue.collect();
  ASSERT_EQ(late.size(), 3u);
  expect_label(late[0].answer, "bird");
  expect_label(late[1].answer, "dog");
  EXPECT_EQ(late[2].answer.kind, Answer::Kind::kWithdraw);
}

TEST(TerminalOracle, UndoGoesBackOneAnswerEachTime) {
  Dialogue dialogue("cat\ndog\nundo\nundo\nundo\nq\n");
  dialogue.ask(1);
  dialogue.ask(2);
  EXPECT_EQ(dialogue.ask(3).kind, Answer::Kind::kQuit);
  const std::vector<LateAnswer> late = dialogue.collect();
  ASSERT_EQ(late.size(), 2u);
  EXPECT_EQ(late[0].id, 2u);
  EXPECT_EQ(late[1].id, 1u);
  EXPECT_TRUE(dialogue.shows("there is no answer to take back\n"));
}

TEST(TerminalOracle, UndoAfterASkipDoesNotTouchTheLabelBeforeIt) {
  Dialogue dialogue("cat\nskip\nundo\nq\n");
  dialogue.ask(1);
  dialogue.ask(2);
  dialogue.ask(3);
  EXPECT_TRUE(dialogue.collect().empty());
  EXPECT_TRUE(dialogue.shows("question 2 was skipped, which cannot be taken back"));
}

TEST(TerminalOracle, AnUnknownCorrectionNeedsAYes) {
  Dialogue dialogue("cat\nundo fish\nn\nundo fish\ny\nq\n");
  dialogue.ask(1);
  dialogue.ask(2);
  const std::vector<LateAnswer> late = dialogue.collect();
  ASSERT_EQ(late.size(), 1u);
  expect_label(late[0].answer, "fish");
}

TEST(TerminalOracle, ShowsWhyAnUndoWasRefused) {
  Dialogue dialogue("");
  dialogue.oracle().refuse({1, {}}, "query 1: the node that held its label is gone");
  EXPECT_TRUE(dialogue.shows("query 1: the node that held its label is gone\n"));
}

}  // namespace
}  // namespace mpart
