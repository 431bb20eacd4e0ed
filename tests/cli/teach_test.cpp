// mpart teach: answers that come when the run is over.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"
#include "reference/golden.hpp"

namespace mpart::tests {
namespace {

using Json = nlohmann::json;

// A model `m` with four open queries, 1 to 4.
class Teach : public testing::Test {
 protected:
  Teach() {
    EXPECT_EQ(run(folder,
                  "mpart run $DATA/fashion4d.csv --limit 400 --model m --oracle "
                  "files:q.jsonl,l.jsonl")
                  .code,
              0);
  }

  Ended teach(const std::string& labels, const std::string& more = "") const {
    overwrite(folder.file("labels"), labels);
    return run(folder, "mpart teach m labels --json " + more);
  }

  std::vector<std::vector<std::string>> ledger(const std::string& model = "m") const {
    EXPECT_EQ(run(folder, "mpart inspect " + model + " --ledger asked.csv").code, 0);
    return reference::read_rows(folder.file("asked.csv"));
  }

  TemporaryFolder folder;
};

constexpr std::size_t kRow = 3, kState = 10, kLabel = 11;

TEST_F(Teach, AppliesLabelsSkipsCorrectionsAndWithdrawals) {
  const Ended ended = teach(
      "{\"id\": 1, \"label\": \"cat\"}\n{\"id\": 2, \"skip\": true}\n{\"id\": 3, \"label\": 7}\n"
      "\n{\"id\": 1, \"label\": \"dog\"}\n{\"id\": 3, \"withdraw\": true}\n");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "{\"applied\":5,\"refused\":0,\"unanswered\":0,\"open\":1}\n");
  const auto asked = ledger();
  EXPECT_EQ(asked[0].at(kLabel), "dog");
  EXPECT_EQ(asked[1].at(kState), "skipped");
  EXPECT_EQ(asked[2].at(kState), "withdrawn");
  EXPECT_EQ(asked[3].at(kState), "open");
}

TEST_F(Teach, GivesTheModelThatTheFilesOracleGives) {
  const std::string labels = "{\"id\": 1, \"label\": \"cat\"}\n{\"id\": 2, \"label\": \"dog\"}\n";
  overwrite(folder.file("labels"), labels);
  ASSERT_EQ(run(folder, "mpart teach m labels --out taught").code, 0);
  overwrite(folder.file("l.jsonl"), labels);
  ASSERT_EQ(run(folder,
                "mpart run $DATA/fashion4d.csv --resume m --skip 2000 --model asked --oracle "
                "files:q.jsonl,l.jsonl")
                .code,
            0);
  EXPECT_TRUE(contents(folder.file("taught")) == contents(folder.file("asked")));
}

TEST_F(Teach, ReadsATableThatNamesRowsOrSamples) {
  const std::string row = ledger()[2].at(kRow);
  const Ended ended = teach("row,label,skip\n" + row + ",cat,\n999999,dog,\n" + row + ",,\n");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, "{\"applied\":1,\"refused\":1,\"unanswered\":1,\"open\":3}\n");
  EXPECT_EQ(ended.err, "mpart: labels:3: row \"999999\" was never asked about\n");
  EXPECT_EQ(ledger()[2].at(kLabel), "cat");
}

TEST_F(Teach, TakesTheLedgerWithItsLabelsFilledIn) {
  ledger();
  ASSERT_EQ(run(folder, "sed -i '2s/,$/,cat/; 4s/,$/,dog/' asked.csv").code, 0);
  const Ended ended = run(folder, "mpart teach m asked.csv");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(
      ended.out,
      "2 answers applied, 0 refused, 2 rows without an answer; 2 of the queries still open\n");
  EXPECT_EQ(ledger()[2].at(kLabel), "dog");
}

TEST_F(Teach, NamesWhatItRefusesAndAppliesTheRest) {
  const Ended ended =
      teach("{\"id\": 99, \"label\": \"a\"}\nno JSON\n{\"id\": 1, \"label\": \"cat\"}\n");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(Json::parse(ended.out)["applied"], 1);
  EXPECT_NE(ended.err.find("labels:1: query 99 was never asked\n"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("labels:2: not JSON"), std::string::npos) << ended.err;
}

TEST_F(Teach, ChangesNothingIfNothingCanBeUsed) {
  const std::string before = contents(folder.file("m"));
  EXPECT_EQ(teach("{\"id\": 99, \"label\": \"a\"}\n").code, 2);
  for (const char* table : {"a,b\n1,2\n", "id,b\n1,2\n", "label\nx\n"}) {
    const Ended ended = teach(table);
    EXPECT_EQ(ended.code, 2) << table;
    EXPECT_NE(ended.err.find("expected"), std::string::npos) << ended.err;
  }
  EXPECT_TRUE(contents(folder.file("m")) == before);
}

TEST_F(Teach, LeavesAFileThatIsThereAlone) {
  overwrite(folder.file("old"), "old");
  EXPECT_EQ(teach("{\"id\": 1, \"label\": \"a\"}\n", "--out old").code, 2);
  EXPECT_EQ(contents(folder.file("old")), "old");
}

TEST_F(Teach, ProtectsTheModelFromSimulations) {
  ASSERT_EQ(teach("{\"id\": 1, \"label\": \"a\"}\n", "--out taught").code, 0);
  EXPECT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --model taught").code, 2);
}

}  // namespace
}  // namespace mpart::tests
