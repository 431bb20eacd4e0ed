#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpart/learner.hpp"
#include "mpart/sample.hpp"
#include "mpart/strategy.hpp"

namespace mpart::reference {

// A run whose every step is on record in tests/golden.
struct GoldenRun {
  std::string trace;
  StrategyKind strategy;
  Budget budget;
  Parameters parameters;
  std::size_t nodes, edges, coactivations, classes, queries;
  double accuracy;  // on the test file; unknown counts as the class received first
};

// The name that GoogleTest shows.
inline void PrintTo(const GoldenRun& run, std::ostream* out) { *out << run.trace; }

inline std::vector<GoldenRun> golden_runs() {
  Parameters alt;
  alt.rho = 0.9;
  alt.beta = 1;
  alt.delta = 0.5;
  alt.tau = 0.3;
  alt.layers = 5;
  Parameters plain;
  plain.layers = 0;
  plain.density_weighting = false;
  constexpr auto kMemory = StrategyKind::kMemory;
  constexpr auto kExplorer = StrategyKind::kExplorer;
  return {
      {"trace-explorer", kExplorer, {1, 100}, {}, 127, 446, 1774, 8, 20, 0.5840},
      {"trace-memory", kMemory, {1, 100}, {}, 127, 446, 1774, 9, 20, 0.5880},
      {"trace-full", kExplorer, {1, 1}, {}, 127, 446, 1774, 10, 2000, 0.7480},
      {"trace-explorer-alt", kExplorer, {3, 200}, alt, 74, 416, 2598, 10, 30, 0.5140},
      {"trace-explorer-noMP-noDS", kExplorer, {1, 100}, plain, 127, 446, 1774, 9, 20, 0.1940},
  };
}

// Rows of a plain CSV file below its header, split at commas.
inline std::vector<std::vector<std::string>> read_rows(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  std::vector<std::vector<std::string>> rows;
  std::string line, cell;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    while (std::getline(cells, cell, ',')) rows.back().push_back(cell);
  }
  return rows;
}

// A stream of examples/data: features, then the label.
inline std::vector<Sample> read_samples(const std::string& name) {
  std::vector<Sample> samples;
  for (const auto& row : read_rows(MPART_SOURCE_DIR "/examples/data/" + name)) {
    Sample sample;
    sample.row = samples.size() + 2;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) sample.values.push_back(std::stod(row[i]));
    sample.label = row.back();
    samples.push_back(sample);
  }
  return samples;
}

struct TraceRow {
  NodeIndex winner;
  bool created;
  std::uint32_t coactivated;
  std::string predicted;
  double epistemic, aleatoric, density, score;
  std::uint32_t asked;
};

inline std::vector<TraceRow> read_trace(const std::string& name) {
  std::vector<TraceRow> trace;
  for (const auto& row : read_rows(MPART_SOURCE_DIR "/tests/golden/" + name + ".csv")) {
    auto whole = [&](std::size_t i) { return static_cast<std::uint32_t>(std::stoul(row[i])); };
    trace.push_back({whole(1), row[2] == "1", whole(3), row[4], std::stod(row[5]),
                     std::stod(row[6]), std::stod(row[7]), std::stod(row[8]), whole(9)});
  }
  return trace;
}

}  // namespace mpart::reference
