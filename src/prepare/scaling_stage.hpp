#pragma once

#include <memory>
#include <string>

#include "mpart/embedder.hpp"
#include "mpart/scaling.hpp"

namespace mpart::embed {

// Brings rows to [0,1] by ranges that do not change any more; what lies beyond a range ends at its
// border, and a missing value (NaN) becomes the mean of its column.
std::unique_ptr<Embedder> make_scaling(Scaling scaling, std::string name);

}  // namespace mpart::embed
