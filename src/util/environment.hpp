#pragma once

#include <string>

namespace mpart {

// The value of a variable of the environment; empty if it is not set.
std::string environment_variable(const char* name);

}  // namespace mpart
