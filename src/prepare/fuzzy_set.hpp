#pragma once

#include <cstdint>
#include <vector>

#include "prepare/neighbours.hpp"

namespace mpart::embed {

struct FuzzyEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  float weight = 0;  // (0, 1]: how surely the two belong together
};

// The fuzzy simplicial set of UMAP (McInnes, Healy and Melville 2018, algorithms 2 and 3) as
// umap-learn 0.5 computes it with local connectivity 1: every edge in both directions, sorted by
// (from, to), none from a sample to itself.
// REQUIRES: every row names a sample once and starts with the sample itself.
std::vector<FuzzyEdge> fuzzy_set(const Neighbours& neighbours);

}  // namespace mpart::embed
