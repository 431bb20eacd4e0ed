#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/command_tree.hpp"

namespace mpart {

inline constexpr std::string_view kShells[] = {"bash", "zsh", "fish"};

// A script that completes commands, flags and the values of some flags; files elsewhere. Throws
// Error(kInvalidArgument) for a shell that is none of kShells.
std::string completion(std::string_view shell, std::span<const CommandEntry> table);

}  // namespace mpart
