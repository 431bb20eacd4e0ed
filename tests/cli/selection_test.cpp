// Which samples are seen, and in which order.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"
#include "reference/golden.hpp"

namespace mpart::tests {
namespace {

class Selection : public testing::Test {
 protected:
  // The report of `mpart run` on the example data with these words.
  nlohmann::json report(const std::string& words) const {
    const Ended ended = run(folder, "mpart run $DATA/fashion4d.csv --json " + words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return nlohmann::json::parse(ended.out);
  }

  std::string trace(const std::string& words) const {
    report(words + " --trace t.csv");
    return contents(folder.file("t.csv"));
  }

  TemporaryFolder folder;
};

TEST_F(Selection, LimitStopsAndSkipPassesOver) {
  EXPECT_EQ(report("--limit 7")["samples"], 7);
  EXPECT_EQ(report("--skip 1990")["samples"], 10);
  EXPECT_EQ(report("--skip 100 --limit 50")["samples"], 50);
  EXPECT_EQ(report("--skip 5000")["samples"], 0);
}

TEST_F(Selection, SkipAndLimitSeeTheSamplesOfThoseRows) {
  ASSERT_EQ(run(folder,
                "sed -n '102,151p' $DATA/fashion4d.csv >rows.csv; "
                "mpart run rows.csv --trace rows-trace.csv")
                .code,
            0);
  EXPECT_EQ(trace("--skip 100 --limit 50"), contents(folder.file("rows-trace.csv")));
}

TEST_F(Selection, ShuffleDependsOnTheSeedAlone) {
  const std::string plain = trace("");
  const std::string shuffled = trace("--shuffle --seed 3");
  EXPECT_NE(shuffled, plain);
  EXPECT_EQ(trace("--shuffle --seed 3"), shuffled);
  EXPECT_NE(trace("--shuffle --seed 4"), shuffled);
  EXPECT_EQ(report("--shuffle --seed 3")["samples"], 2000);
}

TEST_F(Selection, RandomDependsOnTheSeedAlone) {
  const std::string first = trace("--strategy random --seed 3");
  EXPECT_EQ(trace("--strategy random --seed 3"), first);
  EXPECT_NE(trace("--strategy random --seed 4"), first);
  EXPECT_LE(report("--strategy random --seed 3")["queries"], 20);
}

TEST_F(Selection, ExplorerIsTheSameWhateverTheSeed) {
  EXPECT_EQ(trace("--seed 3"), trace("--seed 4"));
}

TEST_F(Selection, SyntheticStreamsDependOnTheSeedAlone) {
  const auto blobs = [this](const std::string& seed) {
    run(folder, "mpart run synthetic:blobs,samples=200 --trace t.csv --seed " + seed);
    return contents(folder.file("t.csv"));
  };
  const std::string first = blobs("1");
  EXPECT_EQ(blobs("1"), first);
  EXPECT_NE(blobs("2"), first);
}

TEST_F(Selection, AModeIsALearnerAndAStrategyUnlessTheyAreGiven) {
  const auto plus = report("--mode plus");
  EXPECT_EQ(plus["learner"], "plus");
  EXPECT_EQ(plus["strategy"], "cover");
  EXPECT_EQ(trace("--mode plus"), trace("--learner plus --strategy cover"));
  EXPECT_EQ(report("--mode plus --strategy random")["strategy"], "random");
  EXPECT_EQ(report("--learner plus,answers=1 --mode plus")["learner"], "plus,answers=1");
  EXPECT_EQ(trace("--mode faithful"), trace(""));
}

TEST_F(Selection, MaxNodesIsKept) { EXPECT_EQ(report("--max-nodes 40")["nodes"], 40); }

TEST_F(Selection, TheCurveHasARowEveryFewSamplesAndOneAtTheEnd) {
  report("--limit 250 --curve c.csv --curve-every 100 --test $DATA/fashion4d-test.csv");
  const auto rows = reference::read_rows(folder.file("c.csv"));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0][0], "100");
  EXPECT_EQ(rows[1][0], "200");
  EXPECT_EQ(rows[2][0], "250");
  EXPECT_EQ(rows[2].size(), 9U);
}

TEST_F(Selection, TheLedgerHasARowForEveryQuestion) {
  report("--ledger l.csv");
  const auto rows = reference::read_rows(folder.file("l.csv"));
  ASSERT_EQ(rows.size(), 20U);
  for (const auto& row : rows) {
    EXPECT_EQ(row.at(10), "labelled");
    EXPECT_GE(std::stod(row[8]), std::stod(row[9])) << "score and the threshold it passed";
    EXPECT_EQ(std::stoul(row[3]), std::stoul(row[1]) + 2) << "t counts from 0, below a header";
  }
}

}  // namespace
}  // namespace mpart::tests
