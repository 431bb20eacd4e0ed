#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace mpart::embed {

// The numbers of every line of data/umap-fuzzy-set.csv that starts with `kind`;
// make_umap_fixture.py says what they mean.
inline std::vector<std::vector<double>> umap_fixture(const std::string& kind) {
  const std::string path = std::string(MPART_SOURCE_DIR) + "/tests/prepare/data/umap-fuzzy-set.csv";
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be opened");
  std::vector<std::vector<double>> lines;
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    if (cell != kind) continue;
    lines.emplace_back();
    while (std::getline(cells, cell, ',')) lines.back().push_back(std::stod(cell));
  }
  return lines;
}

}  // namespace mpart::embed
