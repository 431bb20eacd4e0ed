#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace mpart {

// The words by which a command was started, without the program and the command itself, of those
// options for which `wanted` is true: positional ones first, then the others in the order of
// --help.
std::vector<std::string> words_of(const CLI::App& command,
                                  const std::function<bool(const CLI::Option&)>& wanted);

// Words as a shell takes them, quoted where they need it, with a space between them.
std::string shell_line(std::span<const std::string> words);

}  // namespace mpart
