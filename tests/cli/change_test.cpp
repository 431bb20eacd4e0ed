// What may change when a model goes on, and budgets in words.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

using Json = nlohmann::json;

class Change : public testing::Test {
 protected:
  Change() {
    EXPECT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --limit 500 --model m").code, 0);
  }

  Ended go_on(const std::string& flags) const {
    return run(folder, "mpart run $DATA/fashion4d.csv --resume m --skip 500 --json " + flags);
  }

  TemporaryFolder folder;
};

TEST_F(Change, OfTheBudgetAllowsMoreQueries) {
  const Json report = Json::parse(go_on("--budget 1/10").out);
  EXPECT_EQ(report["budget"], "1/10");
  EXPECT_GT(report["queries"], 100);
}

TEST_F(Change, OfStrategyAndModeKeepsTheLabels) {
  const Json random = Json::parse(go_on("--strategy random").out);
  EXPECT_EQ(random["strategy"], "random");
  EXPECT_EQ(random["queries"], 20);
  const Ended ended = go_on("--mode plus --model plus");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json plus = Json::parse(ended.out);
  EXPECT_EQ(plus["learner"], "plus");
  EXPECT_EQ(plus["strategy"], "cover");
  EXPECT_EQ(plus["queries"], 20);
  EXPECT_EQ(plus["samples"], 2000);
  const Json back = Json::parse(
      run(folder, "mpart run $DATA/fashion4d.csv --resume plus --mode faithful --json").out);
  EXPECT_EQ(back["learner"], "mpart");
  EXPECT_EQ(back["samples"], 4000);
}

TEST_F(Change, OfParametersAndOtherLearnersIsRefused) {
  const Ended rho = go_on("--rho 0.8");
  EXPECT_EQ(rho.code, 2);
  EXPECT_NE(rho.err.find("--rho 0.8: the model has 0.95"), std::string::npos) << rho.err;
  const Ended learner = go_on("--learner knn");
  EXPECT_EQ(learner.code, 2);
  EXPECT_NE(learner.err.find("learner knn: the model has mpart"), std::string::npos) << learner.err;
  EXPECT_EQ(go_on("--rho 0.95 --learner mpart").code, 0) << "that is what it has";
}

TEST(BudgetWords, AShareIsWrittenAsPercentOrDecimal) {
  const TemporaryFolder folder;
  for (const char* budget : {"5%", "0.05", "1/20"}) {
    const Ended ended =
        run(folder, std::string("mpart run $DATA/fashion4d.csv --json --budget ") + budget);
    EXPECT_EQ(Json::parse(ended.out)["budget"], "1/20") << budget;
  }
}

class LabelsInAll : public testing::TestWithParam<const char*> {};

TEST_P(LabelsInAll, AreNotExceededAndNearlyUsed) {
  const TemporaryFolder folder;
  const std::string flags = std::string(" --json --budget '50 labels' ") + GetParam();
  for (const char* data : {"$DATA/fashion4d.csv", "- <$DATA/fashion4d.csv",
                           "synthetic:blobs,samples=0 --limit 3000"}) {
    const Ended ended = run(folder, std::string("mpart run ") + data + flags);
    ASSERT_EQ(ended.code, 0) << ended.err;
    const int asked = Json::parse(ended.out)["queries"];
    EXPECT_LE(asked, 50) << data;
    EXPECT_GE(asked, data[0] == '-' ? 20 : 40) << data;
  }
}

TEST_P(LabelsInAll, CountThoseOfTheRunBefore) {
  const TemporaryFolder folder;
  const std::string command =
      std::string("mpart run $DATA/fashion4d.csv --budget 30 --json --model m ") + GetParam();
  ASSERT_EQ(run(folder, command).code, 0);
  const Ended second = run(folder, command + " --resume m");
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(Json::parse(second.out)["samples"], 4000);
  EXPECT_LE(Json::parse(second.out)["queries"], 30);
}

TEST_P(LabelsInAll, AreAskedAsWithoutAStop) {
  const TemporaryFolder folder;
  const std::string command =
      std::string("mpart run $DATA/fashion4d.csv --budget 30 --oracle terminal ") + GetParam();
  std::string answers;
  for (int i = 0; i < 30; ++i) answers += i % 2 == 0 ? "+a\n" : "+b\n";
  ASSERT_EQ(run(folder, command + " --model whole", answers).code, 0);
  ASSERT_EQ(run(folder, command, answers.substr(0, 6 * 3) + "quit\n").code, 0);
  ASSERT_EQ(run(folder, command, answers.substr(6 * 3)).code, 0);
  EXPECT_TRUE(contents(folder.file("fashion4d.mpart")) == contents(folder.file("whole")));
}

INSTANTIATE_TEST_SUITE_P(Strategies, LabelsInAll,
                         testing::Values("--strategy explorer", "--strategy random",
                                         "--strategy memory", "--mode plus"),
                         [](const auto& one) {
                           const std::string text = one.param;
                           return text.substr(text.rfind(' ') + 1);
                         });

TEST(BudgetWords, ManyLabelsAskForEverySample) {
  const TemporaryFolder folder;
  const Ended ended = run(folder, "mpart run $DATA/fashion4d.csv --limit 30 --json --budget 50");
  EXPECT_EQ(Json::parse(ended.out)["queries"], 30);
}

TEST(BudgetWords, ANumberBelowWhatWasAskedIsRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --model m").code, 0);
  const Ended ended = run(folder, "mpart run $DATA/fashion4d.csv --resume m --budget '5 labels'");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err,
            "mpart: --budget 5 labels: the model has asked for 20 already; give a larger number\n");
}

}  // namespace
}  // namespace mpart::tests
