#pragma once

#include <cstdint>
#include <limits>

namespace mpart {

using NodeIndex = std::uint32_t;   // slot of a node; used again when a node is evicted
using NodeId = std::uint64_t;      // serial number of a node, never used again
using ClassIndex = std::uint32_t;  // position in Learner::classes()
using QueryId = std::uint64_t;     // serial number of a query, from 1

inline constexpr NodeIndex kNoNode = std::numeric_limits<NodeIndex>::max();
inline constexpr ClassIndex kNoClass = std::numeric_limits<ClassIndex>::max();

}  // namespace mpart
