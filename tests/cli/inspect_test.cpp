#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/program.hpp"

namespace mpart::tests {
namespace {

using Json = nlohmann::json;

std::size_t occurrences(const std::string& text, const std::string& of) {
  std::size_t count = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++count;
  return count;
}

class Inspect : public testing::Test {
 protected:
  Inspect() { EXPECT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --model m").code, 0); }

  std::string exported(const std::string& name) const {
    const Ended ended = run(folder, "mpart inspect m --export " + name);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return contents(folder.file(name));
  }

  TemporaryFolder folder;
};

TEST_F(Inspect, JsonHasTheFiguresOfThePaperInBothConventions) {
  const Ended ended = run(folder, "mpart inspect m --json");
  ASSERT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out.find('\n'), ended.out.size() - 1) << "one line";
  const Json report = Json::parse(ended.out);
  EXPECT_EQ(report["samples"], 2000);
  EXPECT_EQ(report["values"], 4);
  EXPECT_EQ(report["nodes"], 127);
  EXPECT_EQ(report["edges"], 446);
  EXPECT_EQ(report["coactivations"], 1774);
  EXPECT_EQ(report["queries"], 20);
  EXPECT_EQ(report["classes"].size(), 8U);
  EXPECT_EQ(report["parameters"]["rho"], 0.95);
  EXPECT_NEAR(report["edges_per_node"], 446.0 / 127, 1e-12);
  EXPECT_NEAR(report["mean_degree"], 2 * 446.0 / 127, 1e-12);
  EXPECT_NEAR(report["coactivations_per_node"], 1774.0 / 127, 1e-12);
  EXPECT_NEAR(report["coactivations_per_sample"], 1774.0 / 2000, 1e-12);
  EXPECT_NEAR(report["mean_edge_weight_both_directions"].get<double>(),
              2 * report["mean_edge_weight"].get<double>(), 1e-12);
}

TEST_F(Inspect, NamesTheLearnerThatTheModelWasMadeWith) {
  for (const std::string learner :
       {"plus", "lpart", "asoinn,lambda=100", "mlp,hidden=4", "nearest", "knn"}) {
    const std::string start = "mpart run $DATA/fashion4d.csv --limit 300 --learner " + learner;
    ASSERT_EQ(run(folder, start + " --model other").code, 0) << learner;
    const Ended ended = run(folder, "mpart inspect other");
    EXPECT_EQ(ended.out.rfind("  learner        " + learner + "\n", 0), 0U) << ended.out;
    EXPECT_EQ(Json::parse(run(folder, "mpart inspect other --json").out)["learner"], learner);
    const Ended resumed =
        run(folder, "mpart run $DATA/fashion4d.csv --skip 300 --resume other --json");
    EXPECT_EQ(Json::parse(resumed.out)["learner"], learner);
    EXPECT_EQ(run(folder, "mpart predict other $DATA/fashion4d-test.csv --out answers").code, 0);
  }
}

TEST_F(Inspect, TheTableSaysTheSame) {
  const Ended ended = run(folder, "mpart inspect m");
  EXPECT_EQ(ended.code, 0);
  for (const char* line :
       {"nodes                             127\n", "edges                             446\n",
        "co-activations                    1,774\n",
        "7.02   (the paper counts an edge once: 3.51)\n"}) {
    EXPECT_NE(ended.out.find(line), std::string::npos) << line << "is not in\n" << ended.out;
  }
}

TEST_F(Inspect, ExportsGraphml) {
  const std::string text = exported("g.graphml");
  EXPECT_EQ(text.find("<?xml"), 0U);
  EXPECT_EQ(occurrences(text, "<node "), 127U);
  EXPECT_EQ(occurrences(text, "<edge "), 446U);
  EXPECT_NE(text.find("</graphml>"), std::string::npos);
}

TEST_F(Inspect, ExportsJson) {
  const Json graph = Json::parse(exported("g.json"));
  EXPECT_EQ(graph["nodes"].size(), 127U);
  EXPECT_EQ(graph["links"].size(), 446U);
}

TEST_F(Inspect, ExportsDot) {
  const std::string text = exported("g.dot");
  EXPECT_EQ(text.find("graph "), 0U);
  EXPECT_EQ(occurrences(text, " -- "), 446U);
}

TEST_F(Inspect, AnUnknownEndingIsRefusedAndNothingWritten) {
  overwrite(folder.file("g.xls"), "old");
  const auto before = everything_in(folder);
  for (const char* name : {"g.xls", "g"}) {
    const Ended ended = run(folder, std::string("mpart inspect m --export ") + name);
    EXPECT_EQ(ended.code, 2) << name;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_EQ(ended.out, "") << name;
  }
  EXPECT_EQ(everything_in(folder), before);
}

TEST_F(Inspect, TheLedgerIsThatOfTheRun) {
  ASSERT_EQ(run(folder,
                "mpart run $DATA/fashion4d.csv --ledger of-run.csv; "
                "mpart inspect m --ledger - >of-model.csv")
                .code,
            0);
  EXPECT_EQ(contents(folder.file("of-model.csv")), contents(folder.file("of-run.csv")));
}

TEST(InspectNames, ClassesWithSpacesQuotesAndUnicodeSurvive) {
  const TemporaryFolder folder;
  overwrite(folder.file("d.csv"),
            "0.1,0.2,a b\n0.9,0.8,\"say \"\"hi\"\", <you>\"\n0.5,0.1,größe\n");
  ASSERT_EQ(
      run(folder, "mpart run d.csv --full-labels --model m --trace t.csv --ledger l.csv").code, 0);
  const Json report = Json::parse(run(folder, "mpart inspect m --json").out);
  for (const char* name : {"a b", "say \"hi\", <you>", "größe"}) {
    EXPECT_EQ(report["classes"][name], 1) << name;
  }
  EXPECT_NE(contents(folder.file("l.csv")).find(",\"say \"\"hi\"\", <you>\"\n"), std::string::npos);
}

}  // namespace
}  // namespace mpart::tests
