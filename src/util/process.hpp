#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace mpart {

struct ProcessResult {
  int exit_code = 0;
  int signal = 0;  // that ended it; 0: it ended by itself
  std::string output;
  std::string errors;     // standard error, if it was wanted
  bool too_much = false;  // more output than was allowed: the program has been killed
};

struct ProcessOptions {
  std::size_t most_output = std::numeric_limits<std::size_t>::max();  // bytes
  bool keep_errors = false;  // false: the program writes to our own standard error
};

// Runs a program found in PATH, without a shell, with `input` on its standard input, and waits
// until it has closed its standard output and ended. It starts with no signal blocked and SIGPIPE
// as usual; neither a process nor a descriptor is left behind. Throws Error if it cannot be
// started: kNotFound if there is no such program.
ProcessResult run_process(const std::vector<std::string>& command, std::string_view input,
                          const ProcessOptions& options = {});

}  // namespace mpart
