// Commands that are refused: what was typed, and the one line that comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

struct Case {
  const char* name;
  const char* command;
  const char* error;  // all of standard error after "mpart: "
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.command; }

// Every case runs among these. $OUT names outputs that exist already and have to stay as they are.
void lay_out_files(const TemporaryFolder& folder) {
  overwrite(folder.file("good.csv"), "a,b,label\n0.1,0.2,x\n0.3,0.4,y\n");
  overwrite(folder.file("wide.csv"), "a,b,c,label\n0.1,0.2,0.3,x\n0.3,0.4,0.5,y\n");
  overwrite(folder.file("empty.csv"), "");
  overwrite(folder.file("header.csv"), "a,b,label\n");
  overwrite(folder.file("short.csv"), "a,b,label\n0.1,0.2,x\n0.3,y\n");
  overwrite(folder.file("long.csv"), "a,b,label\n0.1,0.2,x\n0.3,0.4,0.5,y\n");
  overwrite(folder.file("nan.csv"), "a,b,label\n0.1,0.2,x\n0.3,NaN,y\n");
  overwrite(folder.file("inf.csv"), "a,b,label\n0.1,0.2,x\n-inf,0.3,y\n");
  overwrite(folder.file("text.csv"), "a,b,label\n0.1,0.2,x\n0.1,hello,y\n");
  overwrite(folder.file("nolabel.csv"), "a,b,label\n0.1,0.2,\n0.3,0.4,?\n");
  overwrite(folder.file("bad.jsonl"), "{\"values\": [0.1, 0.2]}\n{\"values\": [0.1]}\n");
  overwrite(folder.file("foreign.npy"), "no NPY at all");
  for (const char* old : {"model.mpart", "trace.csv", "ledger.csv", "curve.csv"}) {
    overwrite(folder.file(old), "what was here before\n");
  }
  std::filesystem::create_directory(folder.file("folder"));
}

class Refused : public testing::TestWithParam<Case> {};

TEST_P(Refused, InOneLineWithExitCodeTwoAndNothingChanged) {
  const TemporaryFolder folder;
  lay_out_files(folder);
  const auto before = everything_in(folder);
  const Ended ended = run(folder, std::string("OUT='--model model.mpart --trace trace.csv --ledger "
                                              "ledger.csv --curve curve.csv'\n") +
                                      GetParam().command);
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err, std::string("mpart: ") + GetParam().error + "\n");
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(everything_in(folder), before);
}

const std::vector<Case> kBadData = {
    {"MissingFile", "mpart run none.csv $OUT", "none.csv: No such file or directory"},
    {"EmptyFile", "mpart run empty.csv $OUT", "empty.csv: empty"},
    {"HeaderAlone", "mpart run header.csv $OUT", "header.csv: no rows"},
    {"Folder", "mpart run folder $OUT", "folder: no picture found"},
    {"ShortRow", "mpart run short.csv $OUT", "short.csv:3: 3 values expected, 2 found"},
    {"LongRow", "mpart run long.csv $OUT", "long.csv:3: 3 values expected, 4 found"},
    {"Infinity", "mpart run inf.csv $OUT", "inf.csv:3: column 1 (a): \"-inf\" is not finite"},
    {"Text", "mpart run text.csv $OUT", "text.csv:3: column 2 (b): \"hello\" is not a number"},
    {"NoSuchLabelColumn", "mpart run good.csv --label-column kind $OUT",
     "good.csv: no column \"kind\"; columns are a, b, label"},
    {"LabelColumnBeyondTheLast", "mpart run good.csv --label-column 9 $OUT",
     "good.csv: no column \"9\"; columns are a, b, label"},
    {"RowsOfStandardInput", "mpart run - $OUT <short.csv",
     "standard input:3: 3 values expected, 2 found"},
    {"ShortFeaturesOfJsonl", "mpart run bad.jsonl $OUT", "bad.jsonl:2: 2 values expected, 1 found"},
    {"ForeignNpy", "mpart run foreign.npy $OUT", "foreign.npy: not an NPY file"},
    {"NoSuchSyntheticStream", "mpart run synthetic:rain $OUT",
     "synthetic:rain: no such stream; moons, blobs, late-class and drift exist"},
    {"MissingTestData", "mpart run good.csv --test none.csv $OUT",
     "none.csv: No such file or directory"},
    {"TestDataWithoutAColumn", "mpart run wide.csv --test good.csv $OUT",
     "good.csv: no column c; found are a, b, label"},
    {"TestDataWithABadRow", "mpart run good.csv --test text.csv $OUT",
     "text.csv:3: column 2 (b): \"hello\" is not a number"},
    {"TestDataWithoutLabels", "mpart run good.csv --test nolabel.csv $OUT",
     "nolabel.csv: no labelled sample to compare with"},
};

const std::vector<Case> kBadWords = {
    {"BudgetOfNothing", "mpart run good.csv --budget 0/0 $OUT",
     "budget 0/0 must be at least 1 query and at most one for each sample"},
    {"BudgetAboveOneASample", "mpart run good.csv --budget 5/3 $OUT",
     "budget 5/3 must be at least 1 query and at most one for each sample"},
    {"BudgetInLetters", "mpart run good.csv --budget abc $OUT",
     "budget must be B/W, such as 1/100, a share, such as 5% or 0.05, or a number, such as 50 "
     "labels, not \"abc\""},
    {"BudgetWithATail", "mpart run good.csv --budget 1/100x $OUT",
     "budget must be B/W, such as 1/100, a share, such as 5% or 0.05, or a number, such as 50 "
     "labels, not \"1/100x\""},
    {"RhoOfTwo", "mpart run good.csv --rho 2 $OUT", "rho must be between 0 and 1, not 2"},
    {"RhoNotANumber", "mpart run good.csv --rho nan $OUT", "rho must be between 0 and 1, not nan"},
    {"BetaOfZero", "mpart run good.csv --beta 0 $OUT", "beta must be above 0 and at most 1, not 0"},
    {"AlphaOfZero", "mpart run good.csv --alpha 0 $OUT", "alpha must be above 0, not 0"},
    {"TooManyLayers", "mpart run good.csv --layers 1000 $OUT",
     "layers must be between 0 and 100, not 1000"},
    {"UnknownStrategy", "mpart run good.csv --strategy best $OUT",
     "strategy must be explorer, memory, random, representative or cover, not \"best\""},
    {"UnknownMode", "mpart run good.csv --mode best $OUT",
     "mode must be auto, faithful or plus, not \"best\""},
    {"NoSuchLearner", "mpart run good.csv --learner tree $OUT",
     "learner must be mpart, plus, lpart, asoinn, mlp, nearest or knn, not \"tree\""},
    {"NoSuchOptionOfALearner", "mpart run good.csv --learner mpart,k=3 $OUT",
     "learner mpart: no option \"k\""},
    {"OptionOfALearnerOutOfRange", "mpart run good.csv --learner knn,k=0 $OUT",
     "learner knn: k must be between 1 and 1e+06, not \"0\""},
    {"StrategyWithoutNodes", "mpart run good.csv --learner knn --strategy representative $OUT",
     "strategy representative needs a learner with nodes, such as mpart, plus or asoinn"},
    {"UnknownOracle", "mpart run good.csv --oracle moon $OUT",
     "--oracle must be column, terminal, command:CMD or files:QUERIES.jsonl,LABELS.jsonl, not "
     "\"moon\""},
    {"UnknownFlag", "mpart run good.csv --speed 3 $OUT",
     "mpart run has no flag --speed; did you mean --seed? (see mpart run --help)"},
    {"NumberInLetters", "mpart run good.csv --rho high $OUT",
     "Could not convert: --rho = high (see mpart --help)"},
    {"NoData", "mpart run $OUT", "DATA is required (see mpart --help)"},
    {"NoSubcommand", "mpart", "A subcommand is required (see mpart --help)"},
    {"NothingToPlot", "mpart plot", "A subcommand is required (see mpart --help)"},
    {"SaveEveryWithoutAModel", "mpart run good.csv --save-every 3", "--save-every needs --model"},
};

const std::vector<Case> kBadOutputs = {
    {"ModelInAMissingFolder", "mpart run good.csv --model none/m",
     "none/m: cannot write: No such file or directory"},
    {"ModelThatIsAFolder", "mpart run good.csv --model folder",
     "folder: cannot write: Is a directory"},
    {"ModelBeneathAFile", "mpart run good.csv --model wide.csv/m",
     "wide.csv/m: cannot write: Not a directory"},
    {"TraceInAMissingFolder", "mpart run good.csv --trace none/t --model model.mpart",
     "none/t: cannot write: No such file or directory"},
    {"LedgerThatIsAFolder", "mpart run good.csv --ledger folder --model model.mpart",
     "folder: cannot write: Is a directory"},
    {"ModelOverTheData", "mpart run good.csv --model good.csv",
     "good.csv: named twice; one file would overwrite the other"},
    {"ModelOverTheDataByAnotherName", "mpart run good.csv --model folder/../good.csv",
     "folder/../good.csv: named twice; one file would overwrite the other"},
    {"TraceOverTheTestData", "mpart run good.csv --test nan.csv --trace nan.csv",
     "nan.csv: named twice; one file would overwrite the other"},
};

std::string name_of_case(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(BadData, Refused, testing::ValuesIn(kBadData), name_of_case);
INSTANTIATE_TEST_SUITE_P(BadWords, Refused, testing::ValuesIn(kBadWords), name_of_case);
INSTANTIATE_TEST_SUITE_P(BadOutputs, Refused, testing::ValuesIn(kBadOutputs), name_of_case);

// Where the wording is not ours: one short line that names what is wrong.
class Named : public testing::TestWithParam<Case> {};

TEST_P(Named, InOneShortLineWithExitCodeTwoAndNothingChanged) {
  constexpr std::size_t kShort = 160;
  const TemporaryFolder folder;
  lay_out_files(folder);
  const auto before = everything_in(folder);
  const Ended ended = run(folder, GetParam().command);
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  EXPECT_NE(ended.err.find(GetParam().error), std::string::npos) << ended.err;
  EXPECT_LT(ended.err.size(), kShort) << ended.err;
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(everything_in(folder), before);
}

const std::vector<Case> kNamed = {
    {"UnknownSubcommand", "mpart learn", "learn"},
    {"NegativeLimit", "mpart run good.csv --limit -1", "--limit"},
    {"NegativeSkip", "mpart run good.csv --skip -1", "--skip"},
    {"NegativeMaxNodes", "mpart run good.csv --max-nodes -1", "--max-nodes"},
    {"NegativeSaveEvery", "mpart run good.csv --model model.mpart --save-every -1", "--save-every"},
    {"NegativeMinCount", "mpart run good.csv --model model.mpart --min-count -1", "--min-count"},
    {"CurveEveryZero", "mpart run good.csv --curve curve.csv --curve-every 0", "--curve-every"},
    {"TwoOutputsInOneFile", "mpart run good.csv --model same --trace same", "same"},
    {"TwoOutputsInOneOldFile", "mpart run good.csv --trace trace.csv --ledger trace.csv",
     "trace.csv"},
    {"QuestionsAppendedToTheData",
     "mpart run good.csv --full-labels --oracle files:good.csv,labels.jsonl", "good.csv"},
};

INSTANTIATE_TEST_SUITE_P(BadUse, Named, testing::ValuesIn(kNamed), name_of_case);

TEST(Clipping, IsCountedInTheSummary) {
  const TemporaryFolder folder;
  overwrite(folder.file("far.csv"), "a,b,label\n0.1,1.5,x\n-0.1,7,y\n0.5,0.5,x\n");
  const Ended ended = run(folder, "mpart run far.csv --scale none");
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.out.find("clipped to [0,1]         3 values in 2 samples\n"), std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.err, "");
}

TEST(Clipping, IsCountedInTheJson) {
  const TemporaryFolder folder;
  overwrite(folder.file("far.csv"), "a,b,label\n0.1,1.5,x\n-0.1,7,y\n0.5,0.5,x\n");
  const Ended ended = run(folder, "mpart run far.csv --scale none --json");
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.out.find("\"clipped_values\":3,\"clipped_samples\":2,"), std::string::npos);
}

TEST(Clipping, IsNotMentionedWhereThereIsNone) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, "mpart run $DATA/fashion4d.csv --limit 50");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out.find("clipped"), std::string::npos) << ended.out;
}

}  // namespace
}  // namespace mpart::tests
