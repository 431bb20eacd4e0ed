// The commands of tests/golden/README.md, with what that page says of them.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "reference/golden.hpp"

namespace mpart::tests {
namespace {

constexpr double kClose = 1e-5;

struct Row {
  std::string trace, command;
  std::vector<std::pair<std::string, double>> facts;
};

// "| a | `b` |" -> {"a", "b"}
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    const std::size_t first = cell.find_first_not_of(" `"), last = cell.find_last_not_of(" `");
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

std::vector<Row> rows_of_readme() {
  const char* const kFacts[] = {"nodes",   "edges",   "coactivations",
                                "classes", "queries", "accuracy"};
  std::ifstream readme(MPART_SOURCE_DIR "/tests/golden/README.md");
  std::vector<Row> rows;
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| trace-")) continue;
    const std::vector<std::string> cells = cells_of(line);
    Row row{cells.at(0), "mpart " + cells.at(1), {}};
    row.command.insert(row.command.find("fashion4d"), "$DATA/");
    for (std::size_t i = 0; i < std::size(kFacts); ++i) {
      row.facts.emplace_back(kFacts[i], std::stod(cells.at(i + 2)));
    }
    rows.push_back(row);
  }
  return rows;
}

// Rows of a trace; the golden ones end as lines do on Windows.
std::vector<std::vector<std::string>> rows_of(const std::string& path) {
  auto rows = reference::read_rows(path);
  for (auto& row : rows) {
    if (row.back().ends_with('\r')) row.back().pop_back();
  }
  return rows;
}

void expect_same_trace(const std::string& path, const std::string& golden_path) {
  const auto rows = rows_of(path);
  const auto golden = rows_of(golden_path);
  ASSERT_EQ(rows.size(), golden.size());
  for (std::size_t t = 0; t < rows.size(); ++t) {
    ASSERT_EQ(rows[t].size(), 10U) << "row " << t;
    ASSERT_EQ(golden[t].size(), 10U) << "row " << t;
    for (const std::size_t exact : {0, 1, 2, 3, 4, 9}) {
      ASSERT_EQ(rows[t][exact], golden[t][exact]) << "row " << t << ", column " << exact;
    }
    for (const std::size_t close : {5, 6, 7, 8}) {
      ASSERT_NEAR(std::stod(rows[t][close]), std::stod(golden[t][close]), kClose)
          << "row " << t << ", column " << close;
    }
  }
}

// The page counts as the paper does: an unknown is answered with the class received first.
double paper_accuracy(const TemporaryFolder& folder) {
  EXPECT_EQ(
      run(folder, "mpart predict m $DATA/fashion4d-test.csv --probabilities --out p.csv").code, 0);
  const std::string text = contents(folder.file("p.csv"));
  const std::size_t first = text.find("p(") + 2;
  const std::string first_class = text.substr(first, text.find(')', first) - first);
  const auto rows = rows_of(folder.file("p.csv"));
  const auto samples = reference::read_samples("fashion4d-test.csv");
  double right = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string& said = rows[i].at(2) == "unknown" ? first_class : rows[i].at(2);
    right += said == samples[i].label ? 1 : 0;
  }
  return right / static_cast<double>(samples.size());
}

TEST(Golden, EveryTraceAndEveryFigureOfThePage) {
  const std::vector<Row> rows = rows_of_readme();
  EXPECT_EQ(rows.size(), 5U);
  for (const Row& row : rows) {
    SCOPED_TRACE(row.command);
    const TemporaryFolder folder;
    const Ended ended = run(
        folder, row.command + " --trace t.csv --test $DATA/fashion4d-test.csv --model m --json");
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
    expect_same_trace(folder.file("t.csv"), MPART_SOURCE_DIR "/tests/golden/" + row.trace);
    const nlohmann::json report = nlohmann::json::parse(ended.out);
    EXPECT_EQ(report["samples"], 2000);
    EXPECT_GT(report["seconds"], 0);
    for (const auto& [fact, value] : row.facts) {
      const double found = fact == "accuracy" ? paper_accuracy(folder) : report[fact].get<double>();
      EXPECT_NEAR(found, value, 1e-9) << fact;
    }
    EXPECT_NEAR(report["accuracy"],
                report["answered"].get<double>() * report["accuracy_of_answered"].get<double>(),
                1e-9);
    EXPECT_LE(report["accuracy"], paper_accuracy(folder));
  }
}

TEST(Golden, TheTraceHasTheColumnsThatArePromised) {
  const TemporaryFolder folder;
  ASSERT_EQ(run(folder, "mpart run $DATA/fashion4d.csv --limit 3 --trace t.csv").code, 0);
  const std::string text = contents(folder.file("t.csv"));
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "time,winner,new,coactivated,predicted,epistemic,aleatoric,density,score,queried");
}

TEST(Golden, ADashSendsTheTraceToStandardOutput) {
  const TemporaryFolder folder;
  const Ended ended = run(folder,
                          "mpart run $DATA/fashion4d.csv --trace t.csv --json; "
                          "mpart run $DATA/fashion4d.csv --trace - >all; head -n 2001 all >t2.csv");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(contents(folder.file("t.csv")), contents(folder.file("t2.csv")));
}

TEST(Golden, JsonIsOneLineAndTheTableIsReadable) {
  const TemporaryFolder folder;
  const std::string command = "mpart run $DATA/fashion4d.csv --test $DATA/fashion4d-test.csv";
  const std::string json = run(folder, command + " --json").out;
  EXPECT_EQ(json.find('\n'), json.size() - 1);
  EXPECT_TRUE(nlohmann::json::accept(json));
  const std::string table = run(folder, command).out;
  for (const char* line :
       {"  samples                     2,000 in ", "  questions                   20: 20 labels\n",
        "  strategy                    explorer, budget 1/100\n",
        "  nodes                       127\n", "  edges                       446\n",
        "  co-activations              1,774\n",
        "  accuracy on the test data   58.2 % of 500; 99.4 % answered, 58.6 % of those right\n"}) {
    EXPECT_NE(table.find(line), std::string::npos) << line << "is not in\n" << table;
  }
}

}  // namespace
}  // namespace mpart::tests
