// Plans, their trials, and what is written of them, on a small dataset.
#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.hpp"
#include "prepare/tiny_networks.hpp"

namespace mpart::tests {
namespace {

constexpr const char* kPlan = R"({
  "title": "A small table", "trials": 3, "samples": 400, "datasets": ["worm-neurons"],
  "rows": [
    {"group": "few", "name": "explorer", "budget": "1/50", "paper": {"worm-neurons": [50, 2]}},
    {"group": "few", "name": "nodes of it", "budget": "1/50", "measure": "nodes"},
    {"group": "all", "name": "nearest", "budget": "full", "learner": "nearest"}
  ]
})";

class Reproduce : public testing::Test {
 protected:
  // fashion4d under the names of a dataset.
  void SetUp() override {
    test::TinyMlp same({4, 4});
    for (std::size_t i = 0; i < 16; ++i) same.weights[0][i] = i % 5 == 0 ? 1.F : 0.F;
    std::fill(same.biases[0].begin(), same.biases[0].end(), 0.F);
    overwrite(folder_.file("same.onnx"), same.model().bytes());
    for (const std::string part : {"", "-test"}) {
      const std::string name = part.empty() ? "train" : "test";
      ASSERT_EQ(mpart("embed apply same.onnx $DATA/fashion4d" + part + ".csv --out worm-neurons-" +
                      name + "-x.npy")
                    .code,
                0);
    }
    overwrite(folder_.file("small.json"), kPlan);
  }

  Ended mpart(const std::string& words) const { return run(folder_, "mpart " + words); }

  void expect_refused(const std::string& plan, const std::string& message) const {
    overwrite(folder_.file("bad.json"), plan);
    const Ended ended = mpart("reproduce bad.json --data . --out bad");
    EXPECT_EQ(ended.code, 2) << plan;
    EXPECT_EQ(ended.err, "mpart: bad.json: " + message + "\n") << plan;
  }

  const TemporaryFolder folder_;
};

TEST_F(Reproduce, ATrialIsWhatRunGives) {
  std::string plan = kPlan;
  plan.insert(1, R"("dims": 3, )");  // fewer than the data has, so that an embedder is fitted
  overwrite(folder_.file("small.json"), plan);
  const Ended ended = mpart("reproduce small.json --data . --out out");
  ASSERT_EQ(ended.code, 0) << ended.err;
  double least = 0, most = 0;  // an unknown may be right as the class received first
  for (int seed = 1; seed <= 3; ++seed) {
    const Ended one = mpart(
        "run worm-neurons-train-x.npy --embedder out/embedders/worm-neurons-3d.onnx --unseen "
        "--shuffle --limit 400 --budget 1/50 --test worm-neurons-test-x.npy --json --seed " +
        std::to_string(seed));
    ASSERT_EQ(one.code, 0) << one.err;
    const auto report = nlohmann::json::parse(one.out);
    least += 100 * report["accuracy"].get<double>();
    most += 100 * (report["accuracy"].get<double>() + report["unknown"].get<double>());
  }
  std::istringstream csv(contents(folder_.file("out/small.csv")));
  std::string line;
  std::getline(csv, line);
  std::getline(csv, line);
  const std::string begin = "worm-neurons,few,explorer,accuracy,3,";
  ASSERT_EQ(line.rfind(begin, 0), 0U) << line;
  const double accuracy = std::stod(line.substr(begin.size()));
  EXPECT_GE(accuracy, least / 3 - 1e-9);
  EXPECT_LE(accuracy, most / 3 + 1e-9);
  EXPECT_LT(most - least, 3 * 30) << "the bounds say something";
  EXPECT_NE(ended.out.find("| explorer | **"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("(50.0 ± 2.0; "), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out, contents(folder_.file("out/small.md")));
  const auto json = nlohmann::json::parse(contents(folder_.file("out/small.json")));
  EXPECT_EQ(json["data"]["worm-neurons"]["test"], 500);
}

TEST_F(Reproduce, SameNumbersWithAnyNumberOfThreads) {
  ASSERT_EQ(mpart("reproduce small.json --data . --out one --threads 1").code, 0);
  ASSERT_EQ(mpart("reproduce small.json --data . --out four --threads 4").code, 0);
  EXPECT_EQ(contents(folder_.file("one/small.csv")), contents(folder_.file("four/small.csv")));
}

TEST_F(Reproduce, GoesOnWhereItStopped) {
  ASSERT_EQ(mpart("reproduce small.json --data . --out out").code, 0);
  const std::string whole = contents(folder_.file("out/small.csv"));
  // What an interrupted run leaves: some trials, the last one cut in the middle.
  const std::string log = contents(folder_.file("out/small.trials.csv"));
  overwrite(folder_.file("out/small.trials.csv"), log.substr(0, log.size() * 2 / 3));
  ASSERT_EQ(mpart("reproduce small.json --data . --out out").code, 0);
  EXPECT_EQ(contents(folder_.file("out/small.csv")), whole);
}

TEST_F(Reproduce, CtrlCLosesNoFinishedTrial) {
  overwrite(folder_.file("long.json"), R"({
    "title": "Many trials", "trials": 400, "samples": 2000, "dims": 2,
    "datasets": [{"name": "blobs", "train": "synthetic:blobs,dims=2,samples=4000"}],
    "rows": [{"name": "explorer", "budget": "1/50"}]})");
  Running long_run(folder_, "exec mpart reproduce long.json --out out");
  ASSERT_TRUE(appears(folder_.file("out/long.trials.csv"), 1000));
  long_run.signal(SIGINT);
  const Ended ended = long_run.wait();
  EXPECT_EQ(ended.code, 130);
  EXPECT_EQ(ended.err, "mpart: stopped; the same command goes on from here\n");
  const std::string log = contents(folder_.file("out/long.trials.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder_.file("out/long.csv")));
  ASSERT_EQ(mpart("reproduce long.json --out out --trials 8").code, 0);
  EXPECT_EQ(contents(folder_.file("out/long.trials.csv")).rfind(log, 0), 0U);
  ASSERT_EQ(mpart("reproduce long.json --out whole --trials 8").code, 0);
  EXPECT_EQ(contents(folder_.file("out/long.csv")), contents(folder_.file("whole/long.csv")));
}

TEST_F(Reproduce, OtherColumnsDoNotMakeATrialRunAgain) {
  ASSERT_EQ(mpart("reproduce small.json --data . --out out").code, 0);
  const std::string log = contents(folder_.file("out/small.trials.csv"));
  ASSERT_EQ(
      mpart("reproduce small.json --data . --datasets worm-neurons,mouse-bladder --out out").code,
      0);
  EXPECT_EQ(contents(folder_.file("out/small.trials.csv")), log + "\n");
}

// Pictures of 8 x 8 bytes with their labels, as IDX files.
void write_pictures(const std::string& base, std::size_t count) {
  const auto number = [](std::size_t value) {
    return std::string{0, 0, static_cast<char>(value / 256), static_cast<char>(value % 256)};
  };
  std::string pictures = {0, 0, 8, 3}, labels = {0, 0, 8, 1};
  pictures += number(count) + number(8) + number(8);
  labels += number(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t at = 0; at < 64; ++at) {
      const std::size_t across = i % 2 == 0 ? at % 8 : at / 8;
      pictures += static_cast<char>(across == i / 2 % 8 ? 100 + i % 100 : i % 7);
    }
    labels += static_cast<char>(i % 2);
  }
  overwrite(base + "-images-idx3-ubyte", pictures);
  overwrite(base + "-labels-idx1-ubyte", labels);
}

TEST_F(Reproduce, AVariantHasTheFilesOfItsDatasetAndAMapOfItsOwn) {
  std::filesystem::create_directory(folder_.file("fashion-mnist"));
  write_pictures(folder_.file("fashion-mnist/train"), 300);
  write_pictures(folder_.file("fashion-mnist/t10k"), 40);
  overwrite(folder_.file("two.json"), R"({
    "title": "Pixels and gradients", "trials": 1, "samples": 100,
    "datasets": ["fashion-mnist", "fashion-mnist-gradients"], "dims": 3,
    "rows": [{"name": "explorer", "budget": "1/10"}]})");
  const Ended ended = mpart("reproduce two.json --data . --out out");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("| | fashion-mnist | fashion-mnist-gradients |\n"), std::string::npos);
  EXPECT_EQ(ended.out.find("not run"), std::string::npos) << ended.out;
  const auto sees_gradients = [&](const std::string& name) {
    const std::string network = contents(folder_.file("out/embedders/" + name + "-3d.onnx"));
    return network.find("gradients") != std::string::npos;
  };
  EXPECT_FALSE(sees_gradients("fashion-mnist"));
  EXPECT_TRUE(sees_gradients("fashion-mnist-gradients"));
}

TEST_F(Reproduce, APlanMayBringItsOwnData) {
  std::filesystem::create_directory(folder_.file("plans"));
  ASSERT_EQ(run(folder_, "cp $DATA/fashion4d.csv plans/mine.csv").code, 0);
  overwrite(folder_.file("plans/own.json"), R"({
    "title": "My data", "trials": 2, "samples": 300, "points": 3, "notes": ["one of two"],
    "datasets": [{"name": "mine", "train": "mine.csv", "note": "measured by hand"}],
    "rows": [{"name": "explorer", "budget": "1/50"}, {"name": "lpart", "learner": "lpart"}]})");
  const Ended ended = mpart("reproduce plans/own.json --out out");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("- one of two.\n- mine: measured by hand.\n"), std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.out.find("not run"), std::string::npos) << ended.out;
  EXPECT_NE(contents(folder_.file("out/own.md")).find("](own-mine.svg)"), std::string::npos);
  EXPECT_NE(contents(folder_.file("out/own-mine.svg")).find("samples seen"), std::string::npos);
}

TEST_F(Reproduce, ATableHasAPictureForEveryDataset) {
  ASSERT_EQ(mpart("reproduce small.json --data . --out out").code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("out/small-worm-neurons.svg")))
      << "accuracies and numbers of nodes have no common axis";
  overwrite(folder_.file("one.json"), R"({
    "title": "One measure", "trials": 2, "samples": 300, "datasets": ["worm-neurons"],
    "rows": [{"group": "few", "name": "explorer", "budget": "1/50",
              "paper": {"worm-neurons": [50, 2]}}]})");
  ASSERT_EQ(mpart("reproduce one.json --data . --out out").code, 0);
  const std::string picture = contents(folder_.file("out/one-worm-neurons.svg"));
  EXPECT_NE(picture.find("few: explorer"), std::string::npos);
  EXPECT_NE(picture.find("paper"), std::string::npos);
}

TEST_F(Reproduce, BudgetsCanBeDrawnAsOneCurve) {
  const std::string rows = R"("rows": [
    {"group": "few", "name": "explorer", "budget": "1/100"},
    {"group": "many", "name": "explorer", "budget": "1/20"}]})";
  const std::string start = R"({"title": "Labels", "trials": 2, "samples": 300, "by_labels": true,
    "datasets": ["worm-neurons"], )";
  overwrite(folder_.file("labels.json"), start + rows);
  ASSERT_EQ(mpart("reproduce labels.json --data . --out out").code, 0);
  const std::string picture = contents(folder_.file("out/labels-worm-neurons.svg"));
  EXPECT_NE(picture.find("labels for a thousand samples"), std::string::npos);
  EXPECT_EQ(picture.find("many: explorer"), std::string::npos) << "both are points of one curve";
  overwrite(folder_.file("labels.json"), start + R"("measure": "nodes", )" + rows);
  const Ended ended = mpart("reproduce labels.json --data . --out out");
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("\"by_labels\" draws accuracy"), std::string::npos) << ended.err;
}

TEST_F(Reproduce, FramesArePicturesOfOneTrial) {
  overwrite(folder_.file("frames.json"), R"({
    "title": "Growth", "dims": 2, "samples": 600,
    "datasets": [{"name": "moons", "train": "synthetic:moons,samples=1000"}],
    "frames": [{"to": 300}, {"from": 300, "to": 600, "graph": false, "questions": false}],
    "rows": [{"name": "Explorer 1/50", "budget": "1/50"},
             {"name": "Random 1/50", "budget": "1/50", "strategy": "random"}]})");
  const Ended ended = mpart("reproduce frames.json --out out");
  ASSERT_EQ(ended.code, 0) << ended.err;
  for (const char* name : {"frames-moons-explorer-1-50-1.png", "frames-moons-explorer-1-50-2.png",
                           "frames-moons-random-1-50-1.png", "frames-moons-random-1-50-2.png"}) {
    EXPECT_EQ(contents(folder_.file(std::string("out/") + name)).substr(1, 3), "PNG") << name;
    EXPECT_NE(ended.out.find(name), std::string::npos) << name;
  }
}

TEST_F(Reproduce, AMissingDatasetIsNamedAndTheOthersRun) {
  const Ended ended =
      mpart("reproduce small.json --data . --datasets worm-neurons,mouse-bladder --out out");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("- mouse-bladder: not run: not found; get it: "), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("**"), std::string::npos) << ended.out;
}

TEST_F(Reproduce, ADamagedDatasetIsNamed) {
  overwrite(folder_.file("worm-neurons-test-x.npy"), "no array");
  const Ended ended = mpart("reproduce small.json --data . --out out");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("worm-neurons-test-x.npy: not an NPY file"), std::string::npos)
      << ended.out;
}

TEST_F(Reproduce, WhatIsWrongInAPlanIsNamed) {
  expect_refused("{",
                 "not JSON: [json.exception.parse_error.101] parse error at line 1, column 2: "
                 "syntax error while parsing object key - unexpected end of input; expected "
                 "string literal");
  expect_refused("[]", "an object expected");
  expect_refused("{}", "\"rows\" is missing");
  expect_refused(R"({"rows": [{}]})", "row 1: \"name\" is missing");
  expect_refused(R"({"rows": [{"name": "a", "colour": 1}]})", "row 1: unknown key \"colour\"");
  expect_refused(R"({"rows": [{"name": "a", "rho": 2}]})",
                 "row 1: rho must be between 0 and 1, not 2");
  expect_refused(R"({"rows": [{"name": "a", "layers": "many"}]})",
                 "row 1: \"layers\" is not what it should be");
  expect_refused(R"({"trials": 0, "rows": [{"name": "a"}]})", "\"trials\" is 1 to 100000");
  expect_refused(R"({"samples": 3.3e99, "rows": [{"name": "a"}]})",
                 "\"samples\" is not what it should be");
  expect_refused(R"({"rows": [{"name": "a", "layers": 4294967299}]})",
                 "row 1: \"layers\" is not what it should be");
  expect_refused(R"({"dims": 0, "rows": [{"name": "a"}]})", "\"dims\" is 1 to 64");
  expect_refused(R"({"datasets": [{"train": "a.csv"}], "rows": [{"name": "a"}]})",
                 "a dataset has a \"name\" without /");
  expect_refused(R"({"datasets": [{"name": "a"}], "rows": [{"name": "a"}]})",
                 "a dataset has \"train\", the file to learn from");
  expect_refused(
      R"({"datasets": [{"name": "a", "train": "synthetic:moons"}], "rows": [{"name": "a"}]})",
      "how many? synthetic:moons,samples=5000");
  expect_refused(R"({"frames": [{"from": 5, "to": 5}], "rows": [{"name": "a"}]})",
                 R"(frame 1: "to" is not after "from")");
  expect_refused(R"({"frames": [{"to": 5}, {"to": 4}], "rows": [{"name": "a"}]})",
                 "frame 2: \"to\" goes back");
  expect_refused(R"({"rows": [{"name": "a", "samples": 5, "points": 6}]})",
                 "row 1: more \"points\" than samples");
  expect_refused(R"({"rows": [{"name": "a", "mode": "best"}]})",
                 "row 1: mode must be auto, faithful or plus, not \"best\"");
  expect_refused(R"({"rows": [{"name": "a"}, {"name": "b", "group": "other", "against": "a"}]})",
                 R"(row "b" is against "a", which is no row of its group)");
}

TEST_F(Reproduce, ARowAgainstAnotherGivesTheDifferenceTrialByTrial) {
  overwrite(folder_.file("against.json"), R"({
    "title": "Against", "trials": 3, "samples": 400, "datasets": ["worm-neurons"],
    "rows": [
      {"name": "explorer", "budget": "1/50"},
      {"name": "the same", "budget": "1/50", "mode": "faithful", "against": "explorer"},
      {"name": "plus", "budget": "1/50", "mode": "plus", "against": "explorer"}
    ]})");
  const Ended ended = mpart("reproduce against.json --data . --out out");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("(+0.0 ± 0.0)"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("confidence interval"), std::string::npos);
  std::map<int, double> differences;  // by trial
  std::stringstream trials(contents(folder_.file("out/against.trials.csv")));
  for (std::string line; std::getline(trials, line);) {
    const std::size_t asks = std::min(line.find("/explorer/"), line.find("/cover/"));
    if (asks == std::string::npos) continue;
    int trial = 0;
    double accuracy = 0;
    ASSERT_EQ(std::sscanf(line.c_str() + line.find(',', asks), ",%d,%lf", &trial, &accuracy), 2);
    differences[trial] += line.find("/cover/") == std::string::npos ? -accuracy : accuracy;
  }
  ASSERT_EQ(differences.size(), 3U);
  double sum = 0, squares = 0;
  for (const auto& [trial, difference] : differences) sum += difference;
  for (const auto& [trial, difference] : differences) squares += std::pow(difference - sum / 3, 2);
  std::ostringstream expected;
  expected << std::fixed << std::setprecision(1) << " ± " << 4.30265 * std::sqrt(squares / 2 / 3)
           << ")";
  EXPECT_NE(ended.out.find(expected.str()), std::string::npos) << expected.str() << ended.out;
}

TEST_F(Reproduce, TheListHasEveryPlanOfThePaper) {
  const Ended ended = mpart("reproduce");
  EXPECT_EQ(ended.code, 0) << ended.err;
  for (const char* name :
       {"table1: ", "table2: ", "delta-tau: ", "graph-statistics: ", "nodes: ", "time: ",
        "frequencies: ", "learning-curves: ", "topology: ", "topology-evolution: ", "strategies: ",
        "decision-boundary: ", "distribution: "}) {
    EXPECT_NE(ended.out.find(name), std::string::npos) << name;
  }
  const Ended unknown = mpart("reproduce table9");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_EQ(unknown.err.rfind("mpart: no plan \"table9\"; there are all, ", 0), 0U) << unknown.err;
}

}  // namespace
}  // namespace mpart::tests
