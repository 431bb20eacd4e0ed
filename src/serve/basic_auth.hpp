#pragma once

#include <string>
#include <string_view>

namespace mpart::serve {

// The password in an Authorization header of HTTP basic authentication (RFC 7617), whoever the user
// is; empty if it is none.
std::string basic_password(std::string_view authorization);

}  // namespace mpart::serve
