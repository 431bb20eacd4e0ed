#include "mpart/version.hpp"

namespace mpart {

std::string_view version() { return MPART_VERSION; }

}  // namespace mpart
