#pragma once

#include <string>

#include "plot/process.hpp"

namespace mpart::plot {

// What a Python script says of `input`: an independent reader of our files.
inline std::string ask_python(const std::string& script, const std::string& input) {
  const ProcessResult result = run_process({"/usr/bin/python3", "-c", script}, input);
  return result.status == 0 ? result.output : "failed: " + result.errors;
}

}  // namespace mpart::plot
