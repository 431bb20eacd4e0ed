#pragma once

#include <cstdint>
#include <vector>

#include "mpart/preparation.hpp"
#include "prepare/matrix.hpp"
#include "prepare/training.hpp"

namespace mpart::embed {

// Rows that are looked at; more make the map hardly better and its fit longer.
inline constexpr std::size_t kMostMapRows = 10000;

struct MapOptions {
  std::size_t dims = 4;              // values of a sample in the end; 0: no map
  bool are_network_outputs = false;  // only the direction of a row counts
  // Which column of a table each value comes from (Columns::origins()); empty: each from its own.
  std::vector<std::size_t> groups{};
  std::uint64_t seed = 0;
};

// Fits what rows of many columns go through, without labels: a scale, which also weighs columns and
// fills in missing values (TableScale), and a map of what is scaled to a few values in [0,1]. Rows
// of few columns are not mapped, and not scaled if that would only do what a session does itself.
// Too few rows are taken as they are. Rows whose columns are square pictures in [0,1] are mapped by
// their gradients or pixels, whatever keeps similar ones together.
// The callback may end the fit early. The same rows and options give the same stages.
std::vector<Stage> fit_map(const Matrix& rows, const MapOptions& wanted,
                           const ProgressCallback& callback);

}  // namespace mpart::embed
