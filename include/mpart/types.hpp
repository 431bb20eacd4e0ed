#pragma once

#include <cstdint>
#include <limits>

namespace mpart {

using NodeIndex = std::uint32_t;   // a slot of the node table; reused when a node is evicted
using NodeId = std::uint64_t;      // serial number of a node, never reused
using ClassIndex = std::uint32_t;  // position in Learner::classes()
using QueryId = std::uint64_t;     // serial number of a question, from 1

inline constexpr NodeIndex kNoNode = std::numeric_limits<NodeIndex>::max();
inline constexpr ClassIndex kNoClass = std::numeric_limits<ClassIndex>::max();

}  // namespace mpart
