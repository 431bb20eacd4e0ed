// Stopping and going on.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

class Resume : public testing::TestWithParam<const char*> {};

TEST_P(Resume, GivesTheModelAndTheTraceOfARunThatNeverStopped) {
  const TemporaryFolder folder;
  const std::string strategy = std::string(" --seed 5 --strategy ") + GetParam();
  ASSERT_EQ(
      run(folder, "mpart run $DATA/fashion4d.csv --model whole --trace whole.csv" + strategy).code,
      0);
  ASSERT_EQ(
      run(folder, "mpart run $DATA/fashion4d.csv --limit 700 --model m --trace 1.csv" + strategy)
          .code,
      0);
  ASSERT_EQ(run(folder,
                "mpart run $DATA/fashion4d.csv --resume m --skip 700 --model m2 --trace "
                "2.csv; tail -n +2 2.csv >>1.csv")
                .code,
            0);
  EXPECT_TRUE(contents(folder.file("m2")) == contents(folder.file("whole")));
  EXPECT_TRUE(contents(folder.file("1.csv")) == contents(folder.file("whole.csv")));
}

INSTANTIATE_TEST_SUITE_P(Strategies, Resume, testing::Values("explorer", "memory", "random"),
                         [](const auto& one) { return std::string(one.param); });

TEST(ResumeMemory, KeepsTheBudgetThoughAPeriodWasCutInTwo) {
  const TemporaryFolder folder;
  const std::string data = "mpart run $DATA/fashion4d.csv --json --model m";
  ASSERT_EQ(run(folder, data + " --strategy memory --limit 737").code, 0);
  const Ended ended = run(folder, data + " --resume m --skip 737");
  EXPECT_LE(nlohmann::json::parse(ended.out)["queries"], 20);
}

TEST(ResumeModel, CanReplaceTheModelItCameFrom) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --limit 700 --model m").code, 0);
  const Ended ended =
      run(folder, "mpart run $DATA/fashion4d.csv --resume m --skip 700 --limit 1 --model m --json");
  EXPECT_EQ(nlohmann::json::parse(ended.out)["samples"], 701);
  EXPECT_EQ(nlohmann::json::parse(run(folder, "mpart inspect m --json").out)["samples"], 701);
}

TEST(MinCount, KeepsNodesThatWonOnceOutOfTheFile) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder,
                "mpart run $DATA/fashion4d.csv --model all; "
                "mpart run $DATA/fashion4d.csv --model fewer --min-count 2")
                .code,
            0);
  const auto all = nlohmann::json::parse(run(folder, "mpart inspect all --json").out);
  const auto fewer = nlohmann::json::parse(run(folder, "mpart inspect fewer --json").out);
  EXPECT_GT(all["nodes_that_won_once"], 0);
  EXPECT_EQ(fewer["nodes_that_won_once"], 0);
  EXPECT_EQ(fewer["nodes"].get<int>(),
            all["nodes"].get<int>() - all["nodes_that_won_once"].get<int>());
}

}  // namespace
}  // namespace mpart::tests
