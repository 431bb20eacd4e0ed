#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "prepare/matrix.hpp"

namespace mpart::embed {

struct LabelledRows {
  Matrix rows;
  std::vector<std::string> labels;  // one a row; empty: not known
};

// Share of the labelled rows of `asked` whose label is the most frequent one among the k nearest
// labelled rows of `others` (Euclidean; the first in the alphabet if several are). Nothing if
// there is no row to ask or fewer than k others.
std::optional<double> knn_accuracy(const LabelledRows& asked, const LabelledRows& others,
                                   std::size_t k);

// The same within one set: every row is asked with all others as neighbours.
std::optional<double> knn_accuracy(const LabelledRows& rows, std::size_t k);

// Venna and Kaski's: 1 if the k nearest rows in the map were the k nearest before, less for every
// one that was farther, by how much farther. Takes rows^2 distances of either. Nothing if there are
// not more than 1.5 k rows.
// REQUIRES: as many rows in both
std::optional<double> trustworthiness(const Matrix& before, const Matrix& map, std::size_t k);

}  // namespace mpart::embed
