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

// Reads a dataset and brings it to `dims` values in [0,1]. If it has more, by an embedder, fitted
// on 30 % of the training part, once: it is kept in `out`/embedders. Fashion-MNIST's of four comes
// with the program.
Prepared prepare(const Dataset& dataset, std::size_t dims, const std::string& folder,
                 const std::string& out);

}  // namespace mpart::reproduce
