#pragma once

#include <span>

#include "learn/merge/part.hpp"
#include "mpart/learner.hpp"

namespace mpart {

// The boxes of all parts, the largest first. One that lies inside a box of another part is joined
// with it: with the smallest, if there are several. Fills the places.
NodeTable join_boxes(std::span<MergePart> parts, const Parameters& parameters);

}  // namespace mpart
