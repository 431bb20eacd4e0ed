#pragma once

#include <string>

#include "util/process.hpp"

namespace mpart::plot {

// What a Python script says of `input`: an independent reader of our files.
inline std::string ask_python(const std::string& script, const std::string& input) {
  const ProcessResult result =
      run_process({"/usr/bin/python3", "-c", script}, input, {.keep_errors = true});
  return result.exit_code == 0 ? result.output : "failed: " + result.errors;
}

}  // namespace mpart::plot
