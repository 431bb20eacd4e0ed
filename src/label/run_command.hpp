#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mpart {

struct CommandResult {
  std::string output;
  bool too_much = false;  // more than the limit was written; the command has been killed
  int status = 0;         // as waitpid gives it
};

// Runs `command` by /bin/sh -c with `input` on its standard input, and waits until it has closed
// its standard output and ended. Its standard error is ours. No process and no descriptor is left
// behind. Throws Error(kFailed) if it cannot be started.
CommandResult run_command(const std::string& command, std::string_view input,
                          std::size_t output_limit);

}  // namespace mpart
