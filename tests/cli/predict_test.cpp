#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "reference/golden.hpp"

namespace mpart::tests {
namespace {

using Json = nlohmann::json;

class Predict : public testing::Test {
 protected:
  Predict() {
    EXPECT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --budget 1/100 --model m").code, 0);
  }

  TemporaryFolder folder;
};

TEST_F(Predict, ARowForEverySampleAndTheAccuracyOnStandardError) {
  const std::string model = contents(folder.file("m"));
  const Ended ended = run(folder, "mpart predict m $DATA/fashion4d-test.csv >p.csv");
  ASSERT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "accuracy 58.4 % of 500, 0.6 % unknown\n");
  EXPECT_EQ(contents(folder.file("p.csv")).find("row,id,predicted,probability,activated,winner\n"),
            0U);
  const auto rows = reference::read_rows(folder.file("p.csv"));
  const auto samples = reference::read_samples("fashion4d-test.csv");
  ASSERT_EQ(rows.size(), 500U);
  int right = 0, unknown = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].at(0), std::to_string(i + 2)) << "the line of the file";
    right += rows[i].at(2) == samples[i].label ? 1 : 0;
    unknown += rows[i].at(2) == "unknown" ? 1 : 0;
  }
  EXPECT_EQ(unknown, 3);
  EXPECT_LE(right, 292);  // 58.4 %; an unknown may be right as the class received first
  EXPECT_GE(right, 292 - unknown);
  EXPECT_TRUE(contents(folder.file("m")) == model) << "predict learns nothing";
}

TEST_F(Predict, ProbabilitiesAreAColumnForEveryClassAndAddUpToOne) {
  ASSERT_EQ(
      run(folder, "mpart predict m $DATA/fashion4d-test.csv --probabilities --out p.csv").code, 0);
  const std::string text = contents(folder.file("p.csv"));
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "row,id,predicted,probability,activated,winner,"
            "p(8),p(2),p(7),p(9),p(6),p(1),p(5),p(3)");
  for (const auto& row : reference::read_rows(folder.file("p.csv"))) {
    ASSERT_EQ(row.size(), 14U);
    double sum = 0;
    for (std::size_t i = 6; i < row.size(); ++i) sum += std::stod(row[i]);
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST_F(Predict, JsonIsOneObjectALine) {
  const Ended ended =
      run(folder, "mpart predict m $DATA/fashion4d-test.csv --probabilities --json");
  ASSERT_EQ(ended.code, 0);
  std::istringstream lines(ended.out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const Json row = Json::parse(line);
    EXPECT_EQ(row["row"], count + 2);
    EXPECT_EQ(row["probabilities"].size(), 8U);
    if (row["predicted"].is_null()) continue;  // unknown
    EXPECT_EQ(row["probabilities"][row["predicted"].get<std::string>()], row["probability"]);
  }
  EXPECT_EQ(count, 500);
}

TEST_F(Predict, DataWithoutLabelsIsTakenAsItIs) {
  const Ended ended = run(folder,
                          "mpart predict m $DATA/fashion4d-test.csv >labelled.csv 2>/dev/null; "
                          "cut -d, -f1-4 $DATA/fashion4d-test.csv >bare.csv; "
                          "mpart predict m bare.csv >1.csv; "
                          "mpart predict m - --unlabelled <bare.csv >2.csv");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "") << "there is nothing to compare with";
  EXPECT_EQ(contents(folder.file("1.csv")), contents(folder.file("labelled.csv")));
  EXPECT_EQ(contents(folder.file("2.csv")), contents(folder.file("labelled.csv")));
}

TEST_F(Predict, ABadRowLeavesTheOldRowsInPlace) {
  overwrite(folder.file("bad.csv"), "0.1,0.2,0.3,0.4,1\n0.1,0.2,x,0.4,1\n");
  overwrite(folder.file("p.csv"), "old\n");
  const auto before = everything_in(folder);
  const Ended ended = run(folder, "mpart predict m bad.csv --out p.csv");
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.err, "mpart: bad.csv:2: column 3: \"x\" is not a number\n");
  EXPECT_EQ(everything_in(folder), before);
}

TEST_F(Predict, AReaderThatLeavesEndsItInOneLine) {
  const Ended ended = run(folder, "mpart predict m synthetic:blobs,dims=4,samples=0 | head -n 1");
  EXPECT_EQ(ended.out, "row,id,predicted,probability,activated,winner\n");
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
}

TEST(PredictEmpty, AModelThatSawNothingKnowsNothing) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --skip 5000 --model m").code, 0);
  const Ended ended = run(folder, "mpart predict m $DATA/fashion4d-test.csv --json | head -n 1");
  EXPECT_EQ(ended.code, 0);
  EXPECT_TRUE(Json::parse(ended.out)["predicted"].is_null());
}

}  // namespace
}  // namespace mpart::tests
