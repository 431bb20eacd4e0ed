#pragma once

#include <string_view>

namespace mpart {

// The version of the library that is linked, such as "0.1.0"; zero-terminated.
std::string_view version();

}  // namespace mpart
