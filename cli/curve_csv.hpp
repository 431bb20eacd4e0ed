#pragma once

#include <string>
#include <vector>

#include "plot/figures.hpp"

namespace mpart {

struct CurveCsv {
  plot::Curve curve;            // named after the file
  std::vector<double> queries;  // samples by which one more question had been asked
};

// Reads what mpart run --curve wrote: test accuracy if it is there, else (or if `online`) accuracy
// on the stream. Throws Error(kBadInput) naming file, row and column.
CurveCsv read_curve(const std::string& path, bool online);

}  // namespace mpart
