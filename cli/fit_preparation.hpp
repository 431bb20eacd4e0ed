#pragma once

#include <cstdint>
#include <string>

#include "cli/data_options.hpp"

namespace mpart {

// Looks at the rows of a file or a folder, and adds to `options` what they should go through before
// they are learned: texts become numbers, and wide rows a few values of a map that is fitted on up
// to 10,000 of them, without their labels. Rows of few columns stay as they are, and so does a
// stream, which cannot be read twice. Says on standard error what was chosen.
void fit_preparation(const std::string& data, std::uint64_t seed, bool quiet, DataOptions& options);

}  // namespace mpart
