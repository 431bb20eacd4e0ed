#pragma once

#include <cstddef>

namespace mpart::tests {

// How often this program has called operator new so far.
std::size_t allocations();

}  // namespace mpart::tests
