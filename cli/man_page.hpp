#pragma once

#include <string>

#include "cli/command_tree.hpp"

namespace mpart {

// A manual page of section 1, as man reads it.
std::string man_page(const CommandEntry& command);

}  // namespace mpart
