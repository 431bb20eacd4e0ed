#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <filesystem>
#include <fstream>
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

constexpr const char* kHeader =
    "row,id,predicted,probability,activated,winner,uncertainty,second,p2,third,p3";

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
  EXPECT_EQ(ended.err, "accuracy 58.2 % of 500; 99.4 % answered, 58.6 % of those right\n");
  EXPECT_EQ(contents(folder.file("p.csv")).find(kHeader + std::string("\n")), 0U);
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
  EXPECT_EQ(right, 291) << "58.2 %: what the file says, an unknown is wrong";
  EXPECT_TRUE(contents(folder.file("m")) == model) << "predict learns nothing";
}

TEST_F(Predict, ProbabilitiesAreAColumnForEveryClassAndAddUpToOne) {
  ASSERT_EQ(
      run(folder, "mpart predict m $DATA/fashion4d-test.csv --probabilities --out p.csv").code, 0);
  const std::string text = contents(folder.file("p.csv"));
  EXPECT_EQ(text.substr(0, text.find('\n')),
            kHeader + std::string(",p(8),p(2),p(7),p(9),p(6),p(1),p(5),p(3)"));
  constexpr std::size_t kFirst = 11;
  for (const auto& row : reference::read_rows(folder.file("p.csv"))) {
    ASSERT_EQ(row.size(), kFirst + 8);
    double sum = 0;
    for (std::size_t i = kFirst; i < row.size(); ++i) sum += std::stod(row[i]);
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST_F(Predict, TheTopThreeClassesStandInTheirOrder) {
  const Ended ended = run(folder,
                          "mpart predict m $DATA/fashion4d-test.csv --out p.csv; "
                          "mpart predict m $DATA/fashion4d-test.csv --json");
  ASSERT_EQ(ended.code, 0);
  std::istringstream lines(ended.out);
  int thirds = 0;
  for (auto row : reference::read_rows(folder.file("p.csv"))) {
    ASSERT_GE(row.size(), 10U);
    row.resize(11);  // without a third class the last cell is empty
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const Json json = Json::parse(line);
    EXPECT_EQ(Json(std::stod(row[6])), json["uncertainty"]);
    EXPECT_EQ(row[2] == "unknown", json["top"].empty());
    ASSERT_LE(json["top"].size(), 3U);
    double above = 1;
    for (std::size_t i = 0; i < json["top"].size(); ++i) {
      const std::size_t name = i == 0 ? 2 : 5 + 2 * i;  // its probability is beside it
      EXPECT_EQ(row[name], json["top"][i]["class"]);
      EXPECT_EQ(Json(std::stod(row[name + 1])), json["top"][i]["probability"]);
      EXPECT_LE(json["top"][i]["probability"], above);
      above = json["top"][i]["probability"];
    }
    EXPECT_EQ(row[9].empty(), json["top"].size() < 3) << "no label speaks for a third";
    EXPECT_EQ(row[10].empty(), row[9].empty());
    thirds += json["top"].size() == 3 ? 1 : 0;
  }
  EXPECT_GT(thirds, 50);
}

TEST_F(Predict, EveryAnswerIsThereBeforeTheNextRowComes) {
  for (const std::string words : {"", " --json"}) {
    ASSERT_EQ(::mkfifo(folder.file("rows").c_str(), 0600), 0);
    Running predict(folder, "exec mpart predict m - --unlabelled" + words + " <rows >answers");
    std::ofstream rows(folder.file("rows"));
    std::size_t before = 0;
    for (const char* const row : {"0.1,0.2,0.3,0.4\n", "0.2,0.3,0.4,0.5\n", "0.3,0.4,0.5,0.6\n"}) {
      rows << row << std::flush;
      // The header of a CSV comes with the first answer, in one piece or in two.
      const std::size_t header = words.empty() ? std::strlen(kHeader) + 1 : 0;
      ASSERT_TRUE(appears(folder.file("answers"), std::max(before, header) + 1)) << row;
      before = contents(folder.file("answers")).size();
      EXPECT_TRUE(contents(folder.file("answers")).ends_with('\n'));
    }
    rows.close();
    EXPECT_EQ(predict.wait().code, 0);
    EXPECT_EQ(contents(folder.file("answers")).size(), before) << "the end adds nothing";
    std::filesystem::remove(folder.file("rows"));
    std::filesystem::remove(folder.file("answers"));
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
  EXPECT_EQ(ended.err, "mpart: bad.csv:2: column 3 (x2): \"x\" is not a number\n");
  EXPECT_EQ(everything_in(folder), before);
}

TEST_F(Predict, AReaderThatLeavesEndsItInOneLine) {
  const Ended ended = run(folder, "mpart predict m synthetic:blobs,dims=4,samples=0 | head -n 1");
  EXPECT_EQ(ended.out, kHeader + std::string("\n"));
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
