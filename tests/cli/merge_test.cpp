#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

using Json = nlohmann::json;

class MergeCommand : public testing::Test {
 protected:
  MergeCommand() {
    const Ended ended = run(folder,
                            "mpart run $DATA/fashion4d.csv --limit 1000 --model a\n"
                            "mpart run $DATA/fashion4d.csv --skip 1000 --model b");
    EXPECT_EQ(ended.code, 0) << ended.err;
  }

  Json inspected(const std::string& model) const {
    const Ended ended = run(folder, "mpart inspect --json " + model);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return Json::parse(ended.out);
  }

  void expect_refused(const std::string& command, const std::string& error) const {
    const auto before = everything_in(folder);
    const Ended ended = run(folder, command);
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.err, "mpart: " + error + "\n");
    EXPECT_EQ(everything_in(folder), before);
  }

  TemporaryFolder folder;
};

TEST_F(MergeCommand, MakesTheSameFileInEitherOrder) {
  const Ended ended = run(folder, "mpart merge a b --out ab && mpart merge b a --out ba");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(contents(folder.file("ab")), contents(folder.file("ba")));
  const Json whole = inspected("ab");
  EXPECT_EQ(whole["samples"], 2000);
  EXPECT_EQ(whole["labels"],
            inspected("a")["labels"].get<int>() + inspected("b")["labels"].get<int>());
}

TEST_F(MergeCommand, GivesAModelThatPredictsAndGoesOn) {
  const Ended ended = run(folder,
                          "mpart merge a b --out ab\n"
                          "mpart predict ab $DATA/fashion4d-test.csv --out answers.csv\n"
                          "mpart run $DATA/fashion4d.csv --resume ab --model on --json");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(Json::parse(ended.out)["queries"], 40) << "20 of the parts, 20 more of 2,000 samples";
}

TEST_F(MergeCommand, ScoresAsOneModelThatSawEverything) {
  const Ended ended = run(folder, R"(
      learn() { mpart run $DATA/fashion4d.csv --full-labels --quiet "$@" >/dev/null; }
      accuracy() { mpart predict $1 $DATA/fashion4d-test.csv --out answers.csv 2>&1 | cut -d ' ' -f 2; }
      learn --model whole
      for parts in 2 10; do
        size=$((2000 / parts))
        for i in $(seq $parts); do learn --model $parts-$i --skip $(((i - 1) * size)) --limit $size; done
        mpart merge $parts-* --out merged-$parts
      done
      for model in whole merged-2 merged-10; do accuracy $model; done)");
  ASSERT_EQ(ended.code, 0) << ended.err;
  std::istringstream lines(ended.out);
  double whole = 0;
  double two = 0;
  double ten = 0;
  ASSERT_TRUE(lines >> whole >> two >> ten) << ended.out;
  EXPECT_GT(whole, 70);
  EXPECT_NEAR(two, whole, 2);
  EXPECT_NEAR(ten, whole, 4);
}

TEST_F(MergeCommand, LeavesSingleSamplesAtHome) {
  ASSERT_GT(inspected("a")["nodes_that_won_once"], 0);
  const Ended ended = run(
      folder, "mpart merge a b --out ab --min-count 2 && mpart merge a --out own --min-count 2");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(inspected("ab")["nodes_that_won_once"], 0);
  EXPECT_EQ(inspected("own")["nodes_that_won_once"], 0);
  EXPECT_GT(inspected("own")["nodes"], 0);
}

TEST_F(MergeCommand, SaysWhichFileDoesNotFit) {
  run(folder,
      "mpart run $DATA/fashion4d.csv --rho 0.9 --model other\n"
      "mpart run synthetic:moons,samples=100 --model flat\n"
      "echo nonsense > text");
  expect_refused("mpart merge a b other --out m", "other: rho is 0.9, 0.95 was expected, as in a");
  expect_refused("mpart merge a flat --out m",
                 "flat: number of features is 2, 4 was expected, as in a");
  expect_refused("mpart merge a text --out m", "text: not a model file");
  expect_refused("mpart merge a b --out a", "a: named twice; one file would overwrite the other");
  expect_refused("mpart merge a none --out m", "none: cannot open: No such file or directory");
}

}  // namespace
}  // namespace mpart::tests
