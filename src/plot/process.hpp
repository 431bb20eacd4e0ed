#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpart::plot {

struct ProcessResult {
  int status = 0;  // exit code, or 128 + the signal that ended it
  std::string output, errors;
};

// Runs a program found in PATH, without a shell, feeds it `input` and waits until it has ended. A
// program that stops reading early does not hurt the caller (no SIGPIPE).
// Throws std::system_error if it cannot be started: no_such_file_or_directory if there is none.
ProcessResult run_process(const std::vector<std::string>& command, std::string_view input);

}  // namespace mpart::plot
