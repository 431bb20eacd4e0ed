#pragma once

#include <string>

#include "cli/datasets.hpp"
#include "cli/reproduce/trial.hpp"

namespace mpart::reproduce {

struct Prepared {
  Data data;
  std::string missing;   // why there is no data, and how to get it; empty: there is
  std::string checksum;  // of every value and label
};

// Reads a dataset and brings it to four dimensions. The embedder is fitted on 30 % of the training
// part, once: it is kept in `out`/embedders. Fashion-MNIST's comes with the program.
Prepared prepare(const Dataset& dataset, const std::string& folder, const std::string& out);

}  // namespace mpart::reproduce
