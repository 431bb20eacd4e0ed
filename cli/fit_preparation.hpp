#pragma once

#include <cstdint>
#include <string>

#include "cli/data_options.hpp"

namespace mpart {

struct FitChoices {
  std::uint64_t seed = 0;
  bool map = true;  // wide rows become a few values
  bool quiet = false;
};

// Looks at the rows of a file or a folder, and adds to `options` what they should go through before
// they are learned, found on up to 10,000 of them, without their labels: texts become numbers,
// missing values are filled in, columns are weighed, and wide rows become a few values of a map.
// Rows that a session can take as they are stay so, and so does a stream, which cannot be read
// twice. Says on standard error what was chosen.
void fit_preparation(const std::string& data, const FitChoices& choices, DataOptions& options);

}  // namespace mpart
