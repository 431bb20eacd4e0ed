#pragma once

#include <string>

#include "mpart/error.hpp"

namespace mpart {

// An error that the system reports as `reason`, a value of errno: "WHAT: No space left on device".
Error system_error(const std::string& what, int reason);

}  // namespace mpart
